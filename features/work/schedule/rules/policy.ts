import { defineAction, OFFICE } from '#platform/kernel/policy.ts';

/** Which times are free; anybody may look. */
export const seeFreeTimes = defineAction('see free times', { anyone: 'any', customer: 'any', admin: 'any' });
/** Who is free: first names for customers. */
export const seeFreeCleaners = defineAction('see who is free', { admin: 'any', customer: 'any' });
/** Why somebody is not free, and whole names. */
export const explainDiaries = defineAction('see why a cleaner is not free', OFFICE);
/** Days on which nobody comes, or on which one cleaner does not. */
export const seeUnavailableDays = defineAction('see days that cannot be served', {
  admin: 'any',
  cleaner: 'cleaner',
  customer: 'any',
});
/** What takes a cleaner's time, piece by piece. */
export const seeDiary = defineAction('see a diary', { admin: 'any', cleaner: 'cleaner' });
export const keepTimeOff = defineAction('keep time off', OFFICE);
/** Lead and horizon bind customers, not the office. Source: API.md 9. */
export const bookAnyTime = defineAction('book outside lead and horizon', OFFICE);
/** To be shown, and sent first, the cleaners who came before. */
export const seeUsualCleaner = defineAction("see one's usual cleaner", { customer: 'customer' });
/** A booking that is being moved does not stand in its own way; somebody else's stays where it is. */
export const excludeOwnBooking = defineAction('leave a booking out of the diaries', {
  admin: 'any',
  customer: 'customer',
});
export const seeHolidays = defineAction('see public holidays', OFFICE);
export const changeHolidays = defineAction('change public holidays', OFFICE);
export const keepBlocks = defineAction('keep block bookings', OFFICE);
/** By name, and by how well they fit a visit. */
export const suggestCleaners = defineAction('be suggested cleaners', { admin: 'any', customer: 'any' });
