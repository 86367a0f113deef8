import { defineAction } from '#platform/kernel/policy.ts';

/** Everybody who is signed in, their own session. */
export const endOwnSessions = defineAction('end a session', {
  customer: 'account',
  cleaner: 'account',
  admin: 'account',
});
export const keepAdmins = defineAction('keep admins', { admin: 'any' });
/** What an admin alone decides of their own account: the code at sign-in. */
export const keepOwnSignIn = defineAction('keep their own sign-in', { admin: 'account' });
/** The office sits at one desk: the codes it sends are not counted by address. */
export const sendCodesUncounted = defineAction('send codes that are not counted by address', {
  admin: 'any',
});
