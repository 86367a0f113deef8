import { defineErrors } from '#platform/contract/errors.ts';

/** Why a job call says no, each said once. Some cases replace the sentence by a more exact one. */
export const jobErrors = defineErrors({
  slot_taken: {
    status: 409,
    title: 'That time has just gone',
    detail: 'Somebody took that time. Nothing was charged. Pick one of the times nearby.',
  },
  series_conflict: {
    status: 409,
    title: 'Some dates cannot be served',
    detail: 'Not every date of the series is free. Skip those dates or pick another time. Nothing was held.',
  },
  not_bookable: {
    status: 422,
    title: 'That time is not on offer',
    detail: 'Visits start on the half hour and fit between 8 am and 8 pm. Pick another time.',
  },
  too_many_holds: {
    status: 409,
    title: 'Five bookings wait for payment',
    detail: 'Pay for one of them, or wait until a hold runs out, then book again.',
  },
  hold_expired: {
    status: 409,
    title: 'The hold ran out',
    detail: 'We kept your time for 15 minutes and it has gone since. Nothing was charged. Pick another time.',
  },
  price_changed: {
    status: 409,
    title: 'The price is another now',
    detail: 'Nothing was charged. Look at the new price and pay that, if it suits you.',
  },
  not_payable: {
    status: 409,
    title: 'Nothing to pay here',
    detail: 'This booking is no longer waiting for payment.',
  },
  not_changeable: {
    status: 409,
    title: 'Too late to change this visit',
    detail: 'This visit has begun, is over or was called off. Write to us and we help.',
  },
  change_used: {
    status: 409,
    title: 'Moved once before',
    detail: 'The first move is yours. Write to us for another one.',
  },
  change_too_late: {
    status: 409,
    title: 'Less than 24 hours to go',
    detail: 'You can move a visit up to 24 hours ahead. Write to us and we see what we can do.',
  },
  crew_incomplete: {
    status: 422,
    title: 'The crew is not whole',
    detail: 'Name as many different cleaners as the visit needs, or none and we pick them.',
  },
  not_paid: {
    status: 409,
    title: 'Not paid yet',
    detail: 'This opens once the visit is paid.',
  },
  not_started: {
    status: 409,
    title: 'Not started yet',
    detail: 'Press start first, then finish.',
  },
  too_early_to_start: {
    status: 409,
    title: 'Too early to start',
    detail: 'You can start from one hour before the visit.',
  },
  too_late_to_undo: {
    status: 409,
    title: 'Too late to undo',
    detail: 'A finish can be undone for 10 minutes. Call the office to change it.',
  },
  not_over: {
    status: 409,
    title: 'The visit is not over',
    detail: 'Tell us how it went once the crew has finished.',
  },
  reviewed_before: {
    status: 409,
    title: 'You have told us already',
    detail: 'One review a visit. Thank you for yours.',
  },
  reason_needed: {
    status: 422,
    title: 'Say why',
    detail: 'The amount differs from the computed price: give a reason for it.',
  },
});
