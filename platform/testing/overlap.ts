import type { Tx } from '../server/context.ts';
import { inTransaction } from '../server/database/transaction.ts';
import type { TestApp } from './test-app.ts';

/**
 * The worst moment of a race, every time: `second` runs while the transaction of `first` has done its work but not
 * committed. That one commits as soon as the second waits for a lock, or has gone through without one.
 * @param meanwhile what the first looks at before it commits, while the second waits
 * @returns the outcome of `second`
 */
export async function overlap<T>(
  app: TestApp,
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<T>,
  meanwhile?: (tx: Tx) => Promise<unknown>,
): Promise<T> {
  let outcome: Promise<T> | undefined;
  await inTransaction(app.context(), async (tx) => {
    await first(tx);
    outcome = second();
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    outcome.then(done, done);
    while (!isDone && !(await isAnyoneWaiting(app))) await new Promise((next) => setTimeout(next, 5));
    await meanwhile?.(tx);
  });
  if (outcome === undefined) throw new Error('The first did not get as far.');
  return outcome;
}

async function isAnyoneWaiting(app: TestApp): Promise<boolean> {
  const waiting = await app.database.pool.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return waiting.rowCount !== 0;
}
