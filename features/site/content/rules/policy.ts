import { defineAction, MANAGERS } from '#platform/kernel/policy.ts';

export const seeContent = defineAction('read the site', {
  anyone: 'any',
  customer: 'any',
  cleaner: 'any',
  admin: 'any',
});
export const changeContent = defineAction('change what the site says', MANAGERS);
