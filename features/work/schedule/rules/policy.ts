import { DISPATCHERS, defineAction, MANAGERS, OFFICE } from '#platform/kernel/policy.ts';

/** Public. */
export const seeFreeTimes = defineAction('see free times', { anyone: 'any', customer: 'any', admin: 'any' });
/** Customers see first names. */
export const seeFreeCleaners = defineAction('see who is free', { admin: 'any', customer: 'any' });
/** Why a cleaner is not free, and full names. */
export const explainDiaries = defineAction('see why a cleaner is not free', OFFICE);
/** Days that cannot be served at all, or by one cleaner. */
export const seeUnavailableDays = defineAction('see days that cannot be served', {
  admin: 'any',
  cleaner: 'cleaner',
  customer: 'any',
});
/** All entries of a cleaner's diary. */
export const seeDiary = defineAction('see a diary', { admin: 'any', cleaner: 'cleaner' });
export const manageTimeOff = defineAction('manage time off', DISPATCHERS);
/** Lead time and horizon apply to customers, not to the office. */
export const bookAnyTime = defineAction('book outside lead and horizon', DISPATCHERS);
/** Shows previous cleaners and ranks them first. */
export const seeUsualCleaner = defineAction("see one's usual cleaner", { customer: 'customer' });
/** Treats the time of a booking that is being moved as free; only for one's own booking. */
export const excludeOwnBooking = defineAction('leave a booking out of the diaries', {
  admin: 'any',
  customer: 'customer',
});
export const seeHolidays = defineAction('see public holidays', OFFICE);
export const changeHolidays = defineAction('change public holidays', MANAGERS);
export const manageBlocks = defineAction('manage block bookings', DISPATCHERS);
/** By name, and by how well they fit a visit. */
export const suggestCleaners = defineAction('be suggested cleaners', { admin: 'any', customer: 'any' });
