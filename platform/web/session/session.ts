import { useSyncExternalStore } from 'react';
import { safeStorage } from './safe-storage.ts';
import { type Session, signedOut } from './session-fields.ts';
import { createSessionStore } from './session-store.ts';

/** This page's one session. Restored by `startSession` before anything is drawn. */
export const session = createSessionStore({
  tab: safeStorage(() => window.sessionStorage),
  persistent: safeStorage(() => window.localStorage),
});

/** Dispatches `authenticate` without credentials and follows what other tabs do. Returns a function that stops. */
export function startSession(): () => void {
  session.authenticate();
  const hear = (event: StorageEvent) => session.onStorageEvent(event);
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

const beforeAnybodyIsKnown = () => signedOut;

/** The session, drawn again whenever it changes. A page from the server is drawn for nobody, and turns at once. */
export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.getState, beforeAnybodyIsKnown);
}
