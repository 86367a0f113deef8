import { defineAction, OFFICE } from '#platform/kernel/policy.ts';

/** Changes on the board go through the routes of jobs, with their own permissions. */
export const seeDayBoard = defineAction('see the day board', OFFICE);
