import { useSyncExternalStore } from 'react';
import { safeStorage } from './safe-storage.ts';
import { type Session, signedOut } from './session-fields.ts';
import { createSessionStore } from './session-store.ts';

/** This page's session. Restored by `startSession` before the first render. */
export const session = createSessionStore({
  tab: safeStorage(() => window.sessionStorage),
  persistent: safeStorage(() => window.localStorage),
});

/** Dispatches `authenticate` without credentials and follows other tabs. Returns a function that stops. */
export function startSession(): () => void {
  session.authenticate();
  const hear = (event: StorageEvent) => session.onStorageEvent(event);
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

const serverSnapshot = () => signedOut;

/** The current session. The server renders pages as signed out, and so does hydration. */
export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.getState, serverSnapshot);
}
