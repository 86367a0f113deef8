import { DISPATCHERS, defineAction, MANAGERS, OFFICE } from '#platform/kernel/policy.ts';

export const clockVisit = defineAction('clock in and out', { cleaner: 'crew', admin: 'dispatchers' });
export const tickChecklist = defineAction('tick a checklist', { cleaner: 'crew', admin: 'dispatchers' });
/** For someone else, without the time limits that apply to the crew. */
export const clockForOthers = defineAction('clock for a crew member', DISPATCHERS);
/** What the server refused of one's own work. */
export const reportRefused = defineAction('report work that was not saved', { cleaner: 'crew' });
/** Who has set clock times by hand, and who was replaced. */
export const seeCorrections = defineAction('see corrected hours', OFFICE);
/** Only for oneself. */
export const setOut = defineAction('set out for a visit', { cleaner: 'crew' });
/** The position of a phone at start and finish: for the office and the cleaner whose phone it was. */
export const seeLocation = defineAction('see where a phone was', { admin: 'any', cleaner: 'member' });
export const addPhoto = defineAction('add a photo of a visit', { cleaner: 'crew' });
export const removePhoto = defineAction('remove a photo of a visit', {
  cleaner: 'taker',
  admin: 'dispatchers',
});
/** After the day on which it was taken. */
export const removePhotoLater = defineAction('remove an older photo of a visit', MANAGERS);
/** Whether we came, of a visit that nobody has clocked. */
export const answerCame = defineAction('say whether we came', { customer: 'customer' });
export const reviewVisit = defineAction('review a visit', { customer: 'customer' });
