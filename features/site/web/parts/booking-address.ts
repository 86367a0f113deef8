import type { JobType } from '#features/packages/rules/package.ts';

/** Where a one-time clean is booked: the one that the site offers in place of those it does not sell yet. */
export const BOOK_ONE_TIME = '/one-time/new';

/** The cleans that can be booked on the site, and where. SPEC.md section 2 names an address for each of the four. */
const BOOKABLE: Readonly<Partial<Record<JobType, string>>> = {
  'one-time': BOOK_ONE_TIME,
};

/** Where a clean is booked; null while it cannot be booked on the site. */
export function bookingAddress(service: JobType): string | null {
  return BOOKABLE[service] ?? null;
}
