import { defineAction } from '#platform/kernel/policy.ts';

export const clockVisit = defineAction('clock in and out', { cleaner: 'crew', admin: 'any' });
export const tickChecklist = defineAction('tick a checklist', { cleaner: 'crew', admin: 'any' });
/** Outside the times that bind the crew, and for somebody else. */
export const clockForOthers = defineAction('clock for a crew member', { admin: 'any' });
/** One's own press, on one's own phone: nobody says it for somebody else. */
export const setOut = defineAction('set out for a visit', { cleaner: 'crew' });
/** Where a phone was at the start and at the finish: the office, and whose phone it was. */
export const seeLocation = defineAction('see where a phone was', { admin: 'any', cleaner: 'member' });
export const addPhoto = defineAction('add a photo of a visit', { cleaner: 'crew' });
export const removePhoto = defineAction('remove a photo of a visit', { cleaner: 'taker', admin: 'any' });
/** After the day on which it was taken. */
export const removePhotoLater = defineAction('remove an older photo of a visit', { admin: 'any' });
export const reviewVisit = defineAction('review a visit', { customer: 'customer' });
