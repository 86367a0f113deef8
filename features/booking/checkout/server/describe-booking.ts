import type { BookingToPay } from './booking-to-pay.ts';

/** The description of a payment on receipts and bank statements. */
export function describeBooking({ jobs, first }: BookingToPay): string {
  return jobs.length === 1 ? first.label : `${first.label}, ${jobs.length} visits`;
}
