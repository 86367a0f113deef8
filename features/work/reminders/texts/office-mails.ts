import { momentText } from '#features/messages/messages/texts/visit-time.ts';
import { type Cents, dollars } from '#platform/kernel/money.ts';

/** A booking that the office holds for a customer. */
export interface HeldBooking {
  readonly jobID: string;
  readonly customer: string;
  readonly visits: number;
  readonly firstStart: Temporal.Instant;
  /** Cents, for all visits. */
  readonly amount: Cents;
  readonly until: Temporal.Instant;
}

interface Surroundings {
  readonly site: string | undefined;
  readonly zone: string;
}

/** Notifies the office that a booking it holds is about to expire. */
export function holdEndingMail(booking: HeldBooking, around: Surroundings) {
  const until = momentText({ start: booking.until, zone: around.zone });
  return {
    subject: `Unpaid until ${until}: ${booking.customer}`,
    body: bodyOf(booking, around, `The hold ends on ${until}. Take payment, or let them pay later.`),
  };
}

/** Notifies the office that a booking it held has expired unpaid. */
export function holdEndedMail(booking: HeldBooking, around: Surroundings) {
  return {
    subject: `Expired unpaid: ${booking.customer}`,
    body: bodyOf(booking, around, 'It was not paid in time, so the slot is free again.'),
  };
}

function bodyOf(
  { jobID, customer, visits, firstStart, amount }: HeldBooking,
  { site, zone }: Surroundings,
  news: string,
): string {
  const start = momentText({ start: firstStart, zone });
  const what = visits === 1 ? `1 visit on ${start}` : `${visits} visits from ${start}`;
  const link = site === undefined ? [] : ['', `${site}/admin/jobs/${jobID}/view`];
  return [`${customer}: ${what}, S$${dollars(amount)}`, '', news, ...link].join('\n');
}
