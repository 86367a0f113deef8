import { defineAction, OFFICE } from '#platform/kernel/policy.ts';

export const payForJob = defineAction('pay for a job', { customer: 'customer', admin: 'any' });
export const takePayment = defineAction('take payment for a job', OFFICE);
