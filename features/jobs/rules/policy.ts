import { defineAction } from '#platform/kernel/policy.ts';

export const trashJobs = defineAction('put a job aside', { admin: 'any' });
