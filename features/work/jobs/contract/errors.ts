import { defineErrors } from '#platform/contract/errors.ts';

/** Refusal codes of the job routes. Some cases replace the sentence by a more precise one. */
export const jobErrors = defineErrors({
  slot_taken: {
    status: 409,
    title: 'That time was just taken',
    detail: 'Someone has just taken that time. Nothing was charged. Pick one of the times nearby.',
  },
  series_conflict: {
    status: 409,
    title: 'Some dates are not free',
    detail: 'Some dates of the series are not free. Skip them, or pick another time. Nothing was held.',
  },
  not_bookable: {
    status: 422,
    title: 'That time cannot be booked',
    detail: 'Visits start on the hour or half hour, within our opening hours. Pick another time.',
  },
  no_reclean: {
    status: 409,
    title: 'No one can be sent again',
    detail: 'Only a visit that is done can be cleaned again.',
  },
  too_many_holds: {
    status: 409,
    title: 'Too many bookings are waiting for payment',
    detail: 'Pay for one of them, or wait until one expires, then book again.',
  },
  later_dates_taken: {
    status: 409,
    title: 'A later date was just taken',
    detail:
      'Someone has just booked one of the later dates of your series. Nothing was charged. Choose your dates again, then pay.',
  },
  hold_expired: {
    status: 409,
    title: 'Your time is no longer held',
    detail:
      'The hold has ended, and someone else has taken the time since. Nothing was charged. Pick another time.',
  },
  price_changed: {
    status: 409,
    title: 'The price has changed',
    detail: 'Nothing was charged. Check the new price before you pay.',
  },
  difference_undecided: {
    status: 409,
    title: 'The price is different now',
    detail: 'Nothing has changed yet. Choose what happens to the difference, then save again.',
  },
  not_correctable: {
    status: 409,
    title: 'This cannot be changed after payment',
    detail: 'Cancel this visit, which gives back what was paid, and book it again.',
  },
  change_not_made: {
    status: 409,
    title: 'The visit was not changed',
    detail:
      'Something else changed while the card was being charged. The charge goes back to the card. Check the visit, then try again.',
  },
  not_payable: {
    status: 409,
    title: 'Nothing to pay',
    detail: 'This booking is no longer waiting for payment.',
  },
  not_chargeable: {
    status: 409,
    title: 'Nothing can be charged for this visit',
    detail:
      'Nothing was charged. This visit is in the trash, no longer held, or cancelled. Waive or refund instead of a discount.',
  },
  discount_too_much: {
    status: 409,
    title: 'More than the visit costs',
    detail: 'Nothing has changed. A discount takes off at most what the visit costs in money.',
  },
  charge_too_small: {
    status: 409,
    title: 'Too little to charge',
    detail: 'Nothing was charged. The smallest charge is S$0.50.',
  },
  not_owed: {
    status: 409,
    title: 'Nothing is owed',
    detail: 'This charge is already paid or waived. Nothing was charged.',
  },
  visit_ahead: {
    status: 409,
    title: 'This visit has not taken place yet',
    detail: 'This visit is paid. Cancel it instead.',
  },
  visit_changed: {
    status: 409,
    title: 'Someone else has changed this visit',
    detail: 'Someone else has changed this visit. Nothing was saved. Check it, then try again.',
  },
  not_changeable: {
    status: 409,
    title: 'This visit can no longer be changed',
    detail: 'It has started, ended or been cancelled. Contact us and we will help.',
  },
  change_used: {
    status: 409,
    title: 'You have already moved this visit',
    detail: 'You can move a visit once. Contact us to move it again.',
  },
  change_too_late: {
    status: 409,
    title: 'Too late to move this visit',
    detail: 'It starts too soon to be moved. Contact us and we will see what we can do.',
  },
  not_cancellable: {
    status: 409,
    title: 'This visit can no longer be cancelled',
    detail: 'It has started, ended or expired. Contact us and we will help.',
  },
  cancellation_changed: {
    status: 409,
    title: 'What you get back has changed',
    detail: 'Nothing was cancelled. Check what you would get back now, then cancel again.',
  },
  crew_incomplete: {
    status: 422,
    title: 'This visit needs more cleaners',
    detail: 'Choose as many different cleaners as the visit needs, or choose none and we will pick them.',
  },
  not_paid: {
    status: 409,
    title: 'Not paid yet',
    detail: 'This opens once the visit is paid for.',
  },
  not_started: {
    status: 409,
    title: 'Not started yet',
    detail: 'Start the visit first, then finish it.',
  },
  too_early_to_start: {
    status: 409,
    title: 'Too early to start',
    detail: 'You can start on the day of the visit, up to one hour before it.',
  },
  too_late_to_undo: {
    status: 409,
    title: 'Too late to undo',
    detail: 'A finish can be undone for 10 minutes. Call the office to change it.',
  },
  already_clocked: {
    status: 409,
    title: 'Already clocked',
    detail: 'This cleaner has clocked already. Correct the hours, with both times.',
  },
  month_approved: {
    status: 409,
    title: 'The month is approved',
    detail: 'The pay of this month is approved. Reopen it first, or correct it in a later month.',
  },
  someone_came: {
    status: 409,
    title: 'Someone has clocked in',
    detail: 'A cleaner has clocked in on this visit. Correct the hours first, or cancel the visit.',
  },
  visit_happened: {
    status: 409,
    title: 'This visit stays',
    detail: 'Cleaners have worked on this visit, so it stays. Correct the hours, or refund the payment.',
  },
  not_over: {
    status: 409,
    title: 'The visit is not over yet',
    detail: 'Tell us how it went once the crew has finished.',
  },
  reviewed_before: {
    status: 409,
    title: 'You have already reviewed this visit',
    detail: 'You can review each visit once. Thank you for yours.',
  },
  reason_needed: {
    status: 422,
    title: 'A reason is needed',
    detail: 'The amount differs from the price. Give a reason.',
  },
});
