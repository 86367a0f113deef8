import type { JobType } from '#features/catalogue/packages/rules/package.ts';

/** The service that most people book first. */
export const BOOK_ONE_TIME = '/one-time/new';

/** The booking page of each service. */
const ADDRESSES: Readonly<Record<JobType, string>> = {
  regular: '/regular/new',
  'one-time': BOOK_ONE_TIME,
  'spring-cleaning': '/book-spring-cleaning/new',
  'moving-in-out': '/bookmovingin-outcleaning/new',
};

export function bookingAddress(service: JobType): string {
  return ADDRESSES[service];
}

/** Rebooks with the details of an earlier booking; only the time is chosen again. */
export function bookAgainAddress({
  id,
  jobType,
}: {
  readonly id: string;
  readonly jobType: JobType;
}): string {
  return `${bookingAddress(jobType)}?again=${id}`;
}
