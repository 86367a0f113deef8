import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';
import { compiledQuery } from './compiled-query.ts';
import { inTransaction } from './transaction.ts';

const app = await startTestApp({ features: [] });

it('is built once, and run with the values of each call', async () => {
  const build = vi.fn();
  const between = compiledQuery(['low', 'ids', 'high'], (db, { low, ids, high }) => {
    build();
    const numbers = sql<{ a_number: number }>`(select generate_series(1, 9) as a_number)`;
    return db
      .selectFrom(numbers.as('numbers'))
      .select(sql<number>`a_number`.as('aNumber'))
      .where(sql<boolean>`a_number between ${low}::int and ${high}::int and a_number = any(${ids}::int[])`)
      .where(sql<boolean>`a_number >= ${low}::int and 'fixed' = ${'fixed'}`);
  });
  const run = async (low: string, high: string, ids: string[], db = app.services.db) =>
    (await between(db, { low, high, ids })).map(({ aNumber }) => aNumber);
  expect(await run('2', '4', ['1', '2', '4'])).toEqual([2, 4]);
  const both = await Promise.all([run('1', '9', ['9']), run('5', '6', ['5', '6'])]);
  expect(both).toEqual([[9], [5, 6]]);
  await inTransaction(app.context(), async (tx) => {
    expect(await run('1', '1', ['1'], tx.db)).toEqual([1]);
    return null;
  });
  expect(build).toHaveBeenCalledOnce();
});
