import { useSyncExternalStore } from 'react';
import { appClock } from '#platform/web/app-clock.ts';
import { safeStorage } from '#platform/web/session/safe-storage.ts';
import { session } from '#platform/web/session/session.ts';
import { ownIDOf } from '#platform/web/session/use-may.ts';
import { clockVisit } from '../../rules/policy.ts';
import { createUnsentQueue, type UnsentState } from './unsent-queue.ts';

/** The signed-in cleaner; null if nobody is signed in. */
const owner = () => ownIDOf(session.getState(), clockVisit);

const queue = createUnsentQueue({
  storage: safeStorage(() => window.localStorage),
  owner,
  now: () => appClock.now(),
  // Browsers support locks in secure contexts only. Without them two tabs may send the same action, which is
  // idempotent.
  alone: async (name, work) => {
    const locks: LockManager | null | undefined = navigator.locks;
    await (locks ? locks.request(name, work) : work());
  },
});

/** The page's queue of unsent actions. */
export const unsent = { ...queue, owner };

/** The signed-in cleaner's unsent actions; re-renders on changes. */
export function useUnsent(): UnsentState {
  return useSyncExternalStore(unsent.subscribe, unsent.getState);
}
