import { defineAction, OFFICE } from '#platform/kernel/policy.ts';

export const searchOffice = defineAction('search customers, jobs, cleaners and receipts', OFFICE);
