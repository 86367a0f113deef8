import { defineAction, MANAGERS, OFFICE } from '#platform/kernel/policy.ts';

export const seeApplication = defineAction('see an application', OFFICE);
export const changeApplication = defineAction('change an application', MANAGERS);
