import type { JobType } from '#features/catalogue/packages/rules/package.ts';

/** The page of each service. */
const ADDRESSES: Readonly<Record<JobType, string>> = {
  regular: '/services#regular',
  'one-time': '/services#one-time',
  'spring-cleaning': '/spring-cleaning-services',
  'moving-in-out': '/moving-inout-services',
};

export function serviceAddress(service: JobType): string {
  return ADDRESSES[service];
}
