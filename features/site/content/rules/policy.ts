import { defineAction, MANAGERS, OFFICE } from '#platform/kernel/policy.ts';

export const seeContent = defineAction('read the site', {
  anyone: 'any',
  customer: 'any',
  cleaner: 'any',
  admin: 'any',
});
export const seeDrafts = defineAction('read drafts and earlier versions of the site', OFFICE);
export const changeContent = defineAction('change what the site says', MANAGERS);
