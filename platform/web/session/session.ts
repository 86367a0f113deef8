import { useSyncExternalStore } from 'react';
import { safeStorage } from './safe-storage.ts';
import { type Session, SIGNED_IN_LOCK, signedOut } from './session-fields.ts';
import { createSessionStore } from './session-store.ts';

/** This page's session. Restored by `startSession` before the first render. */
export const session = createSessionStore({
  tab: safeStorage(() => window.sessionStorage),
  persistent: safeStorage(() => window.localStorage),
});

/** Dispatches `authenticate` without credentials, asks other tabs if nobody is signed in here, and follows them. */
export async function startSession(): Promise<void> {
  session.authenticate();
  window.addEventListener('storage', (event) => session.onStorageEvent(event));
  if (session.getState().isSignedIn) return shareSession([]);
  const people = await findPeopleInTabs();
  if (people?.length !== 0) return shareSession(people);
  const unsubscribe = session.subscribe(() => {
    if (!session.getState().isSignedIn) return;
    unsubscribe();
    void shareSession([]);
  });
}

/** Loaded only where somebody is signed in: visitors of the public pages do not need it. */
async function shareSession(people: readonly string[] | null): Promise<void> {
  try {
    const { answerOtherTabs, askOtherTabs, thisBrowser } = await import('./share-session.ts');
    await askOtherTabs(session, thisBrowser(), { people, pathname: window.location.pathname });
    answerOtherTabs(session, thisBrowser());
  } catch {
    // Some frames and old browsers refuse channels, or there is no signal: each tab then has its own session.
  }
}

/** Who is signed in in other tabs; null if unknown, on plain http, which has no locks. */
async function findPeopleInTabs(): Promise<readonly string[] | null> {
  const held = (await navigator.locks?.query().catch(() => null))?.held;
  return (
    held?.flatMap(({ name = '' }) =>
      name.startsWith(SIGNED_IN_LOCK) ? [name.slice(SIGNED_IN_LOCK.length)] : [],
    ) ?? null
  );
}

const serverSnapshot = () => signedOut;

/** The current session. The server renders pages as signed out, and so does hydration. */
export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.getState, serverSnapshot);
}
