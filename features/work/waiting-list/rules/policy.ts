import { defineAction } from '#platform/kernel/policy.ts';

export const joinWaitingList = defineAction('wait for a full day', {
  customer: 'customer',
  admin: 'dispatchers',
});
export const seeWaitingList = defineAction('see who waits for a full day', {
  customer: 'customer',
  admin: 'any',
});
