import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { bookJob } from '#features/booking/booking/server/index.ts';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { makeWorld } from '#features/booking/booking/server/testing/world.ts';
import { changeVisit } from '#features/work/jobs/server/index.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { cloneDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { insertsInto, locks, readsFrom, withHooks, withoutLocks } from '#platform/testing/query-hooks.ts';
import { feature } from './index.ts';

/* The office drops a visit on Siti’s row while a customer books her for the same time. */

const app = await startBookingApp({ more: [feature] });
const START = '2026-12-01T09:00:00+08:00';

async function race(guarded: boolean): Promise<{ succeeded: number; overlaps: number }> {
  const database = await cloneDatabase({ connections: 3 });
  try {
    const ctx = { ...app.context(), db: database.db };
    const { customers, cleanerIDs, packageID } = await makeWorld(ctx, { customers: 2, cleaners: 2 });
    const [mei, wei] = customers;
    const [aminah, siti] = cleanerIDs;
    if (!mei || !wei) throw new Error('Expected two customers');
    const book = (db: typeof database.db, { id, addressID }: typeof mei, cleaner1ID: string | undefined) => {
      const body = { packageID, addressID, cleaner1ID, startTime: START };
      const actor = { role: 'customer', id, sessionID: '' } as const;
      return bookJob({ ...ctx, db, actor }, createJob.body.parse(body), id);
    };
    const held = await book(database.db, mei, aminah);
    const [visit] = isRefusal(held) ? [] : held;
    if (visit === undefined) throw new Error('Expected a held visit');
    const office = { role: 'admin', id: ctx.newID(), sessionID: '', officeRole: 'dispatcher' } as const;
    const change = { start: Temporal.Instant.from(START), crew: [siti ?? null], tellCustomer: true };
    const drop = () => changeVisit({ ...ctx, actor: office }, visit.id, change);
    const bookSiti = (db: typeof database.db) => book(db, wei, siti);
    const outcomes = guarded
      ? await Promise.allSettled([drop(), bookSiti(database.db)])
      : await withoutGuards(database, { drop, bookSiti });
    const succeeded = outcomes.filter((one) => one.status === 'fulfilled' && !isRefusal(one.value)).length;
    return { succeeded, overlaps: await countOverlaps(database) };
  } finally {
    await database.close();
  }
}

/** The drop happens after the booking has decided, and before it commits. */
async function withoutGuards(
  database: TestDatabase,
  {
    drop,
    bookSiti,
  }: { drop: () => Promise<unknown>; bookSiti: (db: TestDatabase['db']) => Promise<unknown> },
) {
  await dropConstraints(database);
  const [written, dropped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const unlocked = withHooks(database.db, {
    change: (query) => (readsFrom(query, 'cleaner') && locks(query) ? withoutLocks(query) : query),
    answered(query) {
      if (!insertsInto(query, 'cleaner_occupation')) return undefined;
      written.resolve();
      return dropped.promise;
    },
  });
  const booking = bookSiti(unlocked);
  await written.promise;
  const [outcome] = await Promise.allSettled([drop()]);
  dropped.resolve();
  return [outcome, ...(await Promise.allSettled([booking]))];
}

function dropConstraints({ db }: TestDatabase) {
  return sql`alter table cleaner_occupation
    drop constraint cleaner_occupation_no_overlap, drop constraint cleaner_occupation_travel`.execute(db);
}

async function countOverlaps({ pool }: TestDatabase): Promise<number> {
  const { rows } = await pool.query(`
    select count(*)::int as pairs from cleaner_occupation a
    join cleaner_occupation b on a.cleaner_id = b.cleaner_id and a.id < b.id
    where a.released_at is null and b.released_at is null
      and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)`);
  return rows[0].pairs;
}

test('a drop and a booking at the same time: one of them gets her', async () => {
  expect(await race(true)).toEqual({ succeeded: 1, overlaps: 0 });
});

test('(control: without locks and constraints both get her)', async () => {
  expect(await race(false)).toEqual({ succeeded: 2, overlaps: 1 });
});
