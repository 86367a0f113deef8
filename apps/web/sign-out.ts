import * as routes from '#features/routes.ts';
import { callApi } from '#platform/web/api/api.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { safeStorage } from '#platform/web/session/safe-storage.ts';
import { session } from '#platform/web/session/session.ts';

const signOutCall = lightCall<typeof import('#features/people/accounts/contract.ts').signOut>(routes.signOut);

/**
 * Ends the session here at once, even if the request fails: a person who signs out offline on a shared computer must be
 * signed out.
 */
export function signOut(): void {
  // The request is built before the session is cleared, so it still carries the token.
  callApi(signOutCall).catch(() => undefined);
  session.signOut();
  // Booking drafts contain an address. The key belongs to features/booking/booking.
  for (const storage of [() => window.sessionStorage, () => window.localStorage]) {
    safeStorage(storage).removeItem('kemas-drafts');
  }
}
