import { defineAction, MANAGERS, OFFICE } from '#platform/kernel/policy.ts';

/** First name, photo and languages. */
export const seeCleanerCard = defineAction("see a cleaner's public card", {
  admin: 'any',
  cleaner: 'any',
  customer: 'any',
});
export const seeCleaner = defineAction('see the whole record of a cleaner', {
  admin: 'any',
  cleaner: 'cleaner',
});
/** Cleaners change their own profile. */
export const changeCleaner = defineAction('change a cleaner', { admin: 'managers', cleaner: 'cleaner' });
/** Hours, time off, gender and mobile can be changed by the office only. */
export const changeWholeCleaner = defineAction('change all of a cleaner', MANAGERS);
export const listCleaners = defineAction('see all cleaners', OFFICE);
export const manageCleaners = defineAction('manage cleaners', MANAGERS);
