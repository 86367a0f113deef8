import { callApi } from '#platform/web/api/api.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { safeStorage } from '#platform/web/session/safe-storage.ts';
import { session } from '#platform/web/session/session.ts';

const signOutCall = lightCall<typeof import('#features/accounts/contract.ts').signOut>({
  method: 'POST',
  path: '/signout',
});

/**
 * Ends the session here at once, whatever becomes of the request: a person who signs out on a shared machine without
 * signal must be signed out.
 */
export function signOut(): void {
  // The request is built before the session is cleared, so it still carries the token that it ends.
  callApi(signOutCall).catch(() => undefined);
  session.signOut();
  // What was said of a booking holds an address: features/booking keeps it by this name.
  for (const storage of [() => window.sessionStorage, () => window.localStorage]) {
    safeStorage(storage).removeItem('kemas-drafts');
  }
}
