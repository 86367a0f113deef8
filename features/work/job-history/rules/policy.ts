import { defineAction, OFFICE } from '#platform/kernel/policy.ts';

export const seeHistory = defineAction('see the history of a job', OFFICE);
