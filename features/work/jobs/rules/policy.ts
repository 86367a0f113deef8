import { DISPATCHERS, defineAction, MONEY_READERS, OFFICE } from '#platform/kernel/policy.ts';

export const seeJob = defineAction('see a job', { admin: 'any', customer: 'customer', cleaner: 'crew' });
/** Price and payment terms; never for a cleaner. */
export const seePrice = defineAction('see what a job costs', { admin: 'any', customer: 'customer' });
export const seeUnpaidJob = defineAction('see an unpaid job', { admin: 'any', customer: 'customer' });
/** The door and phone of the home; cleaners only around the visit. */
export const seeContact = defineAction('see the unit number and phone number of a job', {
  admin: 'any',
  customer: 'customer',
});
/** Which visit this one makes good. */
export const seeReclean = defineAction('see which job a job makes good', OFFICE);
/** Why it makes good another one; not for the customer, who told us. */
export const seeRecleanReason = defineAction('see why a job makes good another', {
  admin: 'any',
  cleaner: 'crew',
});
/** Its time, within the terms, and its notes. */
export const changeJob = defineAction('change a job', { admin: 'dispatchers', customer: 'customer' });
/** By its terms; the office also on behalf of the company, which gives everything back. */
export const cancelJob = defineAction('cancel a job', { admin: 'dispatchers', customer: 'customer' });
export const cancelForCompany = defineAction('cancel a job on the company’s behalf', DISPATCHERS);
export const chooseCrew = defineAction('choose the crew of a job', DISPATCHERS);
export const nameJob = defineAction('name a job', DISPATCHERS);
/** Move limits and terms apply to everyone but the office. */
export const changeOutsideTerms = defineAction('change a job outside its terms', DISPATCHERS);
/** What was booked: package, size, supplies, customer. A customer may only correct the home. */
export const changeBooking = defineAction('change what was booked', DISPATCHERS);
export const findPeopleByJob = defineAction('search jobs by person', OFFICE);
export const seeStatistics = defineAction('see statistics of jobs', MONEY_READERS);
export const trashJobs = defineAction('move a job to the trash', DISPATCHERS);
export const seeHistory = defineAction('see the history of a job', OFFICE);
