import type { Hours } from './money.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day as in e-mails, receipts and sentences: `5 Dec 2026`. */
export function dayText({ day, month, year }: Temporal.PlainDate): string {
  return `${day} ${MONTHS[month - 1]} ${year}`;
}

/** `1 hour`, `2.5 hours`. */
export function hoursText(hours: Hours): string {
  return hours === 1 ? '1 hour' : `${hours} hours`;
}
