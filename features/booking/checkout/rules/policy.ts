import { DISPATCHERS, defineAction } from '#platform/kernel/policy.ts';

export const payForJob = defineAction('pay for a job', { customer: 'customer', admin: 'dispatchers' });
export const takePayment = defineAction('take payment for a job', DISPATCHERS);
