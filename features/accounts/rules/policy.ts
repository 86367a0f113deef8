import { defineAction } from '#platform/kernel/policy.ts';

/** Everybody who is signed in, their own session. */
export const endOwnSessions = defineAction('end a session', {
  customer: 'account',
  cleaner: 'account',
  admin: 'account',
});
export const keepAdmins = defineAction('keep admins', { admin: 'any' });
/** The office sits at one desk: the codes it sends are not counted by address. */
export const sendCodesUncounted = defineAction('send codes that are not counted by address', {
  admin: 'any',
});
