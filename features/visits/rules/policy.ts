import { defineAction } from '#platform/kernel/policy.ts';

export const clockVisit = defineAction('clock in and out', { cleaner: 'crew', admin: 'any' });
export const sayOnTheWay = defineAction('say that they are on the way', { cleaner: 'crew', admin: 'any' });
export const tickChecklist = defineAction('tick a checklist', { cleaner: 'crew', admin: 'any' });
/** Outside the times that bind the crew, and for somebody else. */
export const clockForOthers = defineAction('clock for a crew member', { admin: 'any' });
export const reviewVisit = defineAction('review a visit', { customer: 'customer' });
