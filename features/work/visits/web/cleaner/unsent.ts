import { useSyncExternalStore } from 'react';
import { appClock } from '#platform/web/app-clock.ts';
import { safeStorage } from '#platform/web/session/safe-storage.ts';
import { session } from '#platform/web/session/session.ts';
import { ownIdOf } from '#platform/web/session/use-may.ts';
import { clockVisit } from '../../rules/policy.ts';
import { createUnsentQueue, type UnsentState } from './unsent-queue.ts';

/** The cleaner who is signed in; null when nobody is. */
const owner = () => ownIdOf(session.getState(), clockVisit);

const queue = createUnsentQueue({
  storage: safeStorage(() => window.localStorage),
  owner,
  now: () => appClock.now(),
  // Browsers have locks on safe connections only. Without them two tabs may send the same press, which changes nothing.
  alone: async (name, work) => {
    const locks: LockManager | null | undefined = navigator.locks;
    await (locks ? locks.request(name, work) : work());
  },
});

/** The page's one queue of what the server has not heard. */
export const unsent = { ...queue, owner };

/** What the signed-in cleaner pressed and the server has not heard, drawn again whenever it changes. */
export function useUnsent(): UnsentState {
  return useSyncExternalStore(unsent.subscribe, unsent.getState);
}
