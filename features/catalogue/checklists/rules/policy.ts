import { defineAction, MANAGERS } from '#platform/kernel/policy.ts';

export const seeChecklist = defineAction('see the checklist', { admin: 'any', cleaner: 'any' });
export const changeChecklist = defineAction('change the checklist', MANAGERS);
