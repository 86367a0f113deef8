import * as routes from '#features/routes.ts';
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

export const listPackages = lightCall<Packages['listPackages']>(routes.listPackages);
export const findAreas = lightCall<Places['findAreas']>(routes.findAreas);
export const listTimeAvailable = lightCall<Schedule['listTimeAvailable']>(routes.listTimeAvailable);

export const listAddresses = lightCall<Customers['listAddresses']>(routes.listAddresses);
export const createAddress = lightCall<Customers['createAddress']>(routes.createAddress);
export const updateAddress = lightCall<Customers['updateAddress']>(routes.updateAddress);

export const listJobs = lightCall<Jobs['listJobs']>(routes.listJobs);
export const getJob = lightCall<Jobs['getJob']>(routes.getJob);
export const updateJob = lightCall<Jobs['updateJob']>(routes.updateJob);
export const releaseHold = lightCall<Jobs['releaseHold']>(routes.releaseHold);

export const quoteJob = lightCall<Booking['quoteJob']>(routes.quoteJob);
export const joinWaitingList = lightCall<WaitingList['joinWaitingList']>(routes.joinWaitingList);
export const createJob = lightCall<Booking['createJob']>(routes.createJob);
