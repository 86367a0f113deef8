import { defineAction, OFFICE } from '#platform/kernel/policy.ts';

export const seeOverview = defineAction('see the overview of the business', OFFICE);
