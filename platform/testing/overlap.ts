import type { Tx } from '../server/context.ts';
import { inTransaction } from '../server/database/transaction.ts';
import type { TestApp } from './test-app.ts';

/**
 * Reproduces the worst interleaving of a race: `second` runs while the transaction of `first` has done its work but not
 * committed. The first commits as soon as the second waits for a lock, or has finished without one.
 * @param meanwhile what the first reads before it commits, while the second waits
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
  if (outcome === undefined) throw new Error('The first transaction did not reach its commit.');
  return outcome;
}

async function isAnyoneWaiting(app: TestApp): Promise<boolean> {
  const waiting = await app.database.pool.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return waiting.rowCount !== 0;
}
