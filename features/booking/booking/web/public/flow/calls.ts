import { lightCall } from '#platform/web/api/callable.ts';

/**
 * The routes of a booking without the schemas of their contracts, which would slow down the first load on
 * phones.
 */

type Booking = typeof import('../../../contract.ts');
type Customers = typeof import('#features/people/customers/contract.ts');
type Jobs = typeof import('#features/work/jobs/contract.ts');
type Packages = typeof import('#features/catalogue/packages/contract.ts');
type Places = typeof import('#features/catalogue/places/contract.ts');
type Schedule = typeof import('#features/work/schedule/contract.ts');
type WaitingList = typeof import('#features/work/waiting-list/contract.ts');

export const listPackages = lightCall<Packages['listPackages']>({ method: 'GET', path: '/packages' });
export const findAreas = lightCall<Places['findAreas']>({ method: 'GET', path: '/areas-postal' });
export const listTimeAvailable = lightCall<Schedule['listTimeAvailable']>({
  method: 'GET',
  path: '/cleaners/list-time-available',
});

export const listAddresses = lightCall<Customers['listAddresses']>({
  method: 'GET',
  path: '/customers-addresses',
});
export const createAddress = lightCall<Customers['createAddress']>({
  method: 'POST',
  path: '/customers-addresses',
  status: 201,
  idempotent: true,
});
export const updateAddress = lightCall<Customers['updateAddress']>({
  method: 'POST',
  path: '/customers-addresses/:id/update',
});

export const listJobs = lightCall<Jobs['listJobs']>({ method: 'GET', path: '/jobs' });
export const getJob = lightCall<Jobs['getJob']>({ method: 'GET', path: '/jobs/:id' });
export const updateJob = lightCall<Jobs['updateJob']>({
  method: 'POST',
  path: '/jobs/:id/update',
  idempotent: true,
});
export const releaseHold = lightCall<Jobs['releaseHold']>({
  method: 'POST',
  path: '/jobs/:id/release',
  idempotent: true,
});

export const quoteJob = lightCall<Booking['quoteJob']>({ method: 'POST', path: '/jobs/quote' });
export const joinWaitingList = lightCall<WaitingList['joinWaitingList']>({
  method: 'POST',
  path: '/waiting-list',
  status: 201,
});
export const createJob = lightCall<Booking['createJob']>({
  method: 'POST',
  path: '/customers/createjob',
  status: 201,
  idempotent: true,
});
