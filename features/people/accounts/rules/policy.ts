import { DISPATCHERS, defineAction, OFFICE, OWNERS } from '#platform/kernel/policy.ts';

/** Every signed-in user's own session. */
export const endOwnSessions = defineAction('end a session', {
  customer: 'account',
  cleaner: 'account',
  admin: 'account',
});
export const seeAdmins = defineAction('see who may sign in to the office', OFFICE);
/** Their own account; owners also those of others. */
export const changeAdmin = defineAction('change an admin', OFFICE);
/** Whose mobile number is blocked, and letting it sign in again. */
export const unlockMobiles = defineAction('let a blocked number sign in again', DISPATCHERS);
export const manageAdmins = defineAction('manage admins', OWNERS);
/** Two-factor authentication, which only the admin decides for their own account. */
export const manageOwnSignIn = defineAction('manage their own sign-in', { admin: 'account' });
/** A saved view of a list in the office, which others may at most use. */
export const changeListView = defineAction('change a saved view of a list', { admin: 'account' });
/** The office sends codes from one address, so they are not counted by address. */
export const sendCodesUncounted = defineAction('send codes that are not counted by address', {
  admin: 'any',
});
