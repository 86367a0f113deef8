import { defineAction, OFFICE } from '#platform/kernel/policy.ts';

export const seeOverview = defineAction('see the overview of the business', OFFICE);
export const putOffNeed = defineAction('put off a row of the overview', OFFICE);
