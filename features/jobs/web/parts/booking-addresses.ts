import type { JobType } from '#features/packages/rules/package.ts';

/** Where a clean of each service is booked. SPEC.md section 2. */
export const BOOK_AT: Readonly<Record<JobType, string>> = {
  regular: '/regular/new',
  'one-time': '/one-time/new',
  'spring-cleaning': '/book-spring-cleaning/new',
  'moving-in-out': '/bookmovingin-outcleaning/new',
};

export const BOOKINGS = '/dashboard/bookings';

export function bookingPath(jobId: string): string {
  return `${BOOKINGS}/${jobId}`;
}
