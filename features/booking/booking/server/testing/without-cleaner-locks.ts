import type { Db } from '#platform/server/database/database.ts';
import { locks, readsFrom, withHooks, withoutLocks } from '#platform/testing/query-hooks.ts';

/** A barrier: each caller waits until all have called. */
export function barrierFor(people: number): () => Promise<void> {
  const all = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come += 1;
    if (come === people) all.resolve();
    return all.promise;
  };
}

/** The database without the locks on cleaners; each booking waits after reading them until all have read. */
export function withoutCleanerLocks(db: Db, everybodyHasLooked: () => Promise<void>): Db {
  let isLocked = false;
  return withHooks(db, {
    change: (query) => (locksCleaners(query) ? withoutLocks(query) : query),
    answered(query) {
      if (locksCleaners(query)) isLocked = true;
      else if (isLocked && readsFrom(query, 'cleaner')) {
        isLocked = false;
        return everybodyHasLooked();
      }
      return undefined;
    },
  });
}

function locksCleaners(query: Parameters<typeof locks>[0]): boolean {
  return readsFrom(query, 'cleaner') && locks(query);
}
