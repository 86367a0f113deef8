import { useSyncExternalStore } from 'react';
import { safeStorage } from './safe-storage.ts';
import { type Session, signedOut } from './session-fields.ts';
import { createSessionStore } from './session-store.ts';
import { answerOtherTabs, askOtherTabs, thisBrowser } from './share-session.ts';

/** This page's session. Restored by `startSession` before the first render. */
export const session = createSessionStore({
  tab: safeStorage(() => window.sessionStorage),
  persistent: safeStorage(() => window.localStorage),
});

/** Dispatches `authenticate` without credentials, asks other tabs if nobody is signed in here, and follows them. */
export async function startSession(): Promise<void> {
  session.authenticate();
  window.addEventListener('storage', (event) => session.onStorageEvent(event));
  try {
    await askOtherTabs(session, thisBrowser());
    answerOtherTabs(session, thisBrowser());
  } catch {
    // Some frames and old browsers refuse channels: each tab then has its own session.
  }
}

const serverSnapshot = () => signedOut;

/** The current session. The server renders pages as signed out, and so does hydration. */
export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.getState, serverSnapshot);
}
