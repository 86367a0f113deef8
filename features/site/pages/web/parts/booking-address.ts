import type { JobType } from '#features/catalogue/packages/rules/package.ts';

/** The clean that most people book first. */
export const BOOK_ONE_TIME = '/one-time/new';

/** Where each clean is booked. SPEC.md section 2. */
const ADDRESSES: Readonly<Record<JobType, string>> = {
  regular: '/regular/new',
  'one-time': BOOK_ONE_TIME,
  'spring-cleaning': '/book-spring-cleaning/new',
  'moving-in-out': '/bookmovingin-outcleaning/new',
};

export function bookingAddress(service: JobType): string {
  return ADDRESSES[service];
}

/** Books the same as a booking did, with all that was said then: only the time is chosen anew. */
export function bookAgainAddress({
  id,
  jobType,
}: {
  readonly id: string;
  readonly jobType: JobType;
}): string {
  return `${bookingAddress(jobType)}?again=${id}`;
}
