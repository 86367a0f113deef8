import { type RootOperationNode, sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { bookJob } from '#features/booking/booking/server/index.ts';
import {
  at,
  DAY,
  type Person,
  startWaitingApp,
} from '#features/booking/booking/server/testing/waiting-world.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { locks, readsFrom, withHooks, withoutLocks } from '#platform/testing/query-hooks.ts';
import { offerFreedTime } from './offer-day.ts';

const world = await startWaitingApp();
const { app, person, cleaner, wait, states, leave, jobsOf } = world;

let mei: Person;
let siti: Person;

beforeEach(async () => {
  await world.reset();
  [mei, siti] = [await person(), await person()];
});

function isAdvisoryLock(query: RootOperationNode): boolean {
  return (
    query.kind === 'RawNode' && query.sqlFragments.some((part) => part.includes('pg_advisory_xact_lock'))
  );
}

/** Mei waits, and then a cleaner is free all day: there is time for several visits. */
async function meiWaits(): Promise<string> {
  const id = await wait(mei);
  await cleaner('{[480,1200)}');
  await cleaner('{[480,1200)}');
  return id;
}

/** A barrier: each caller waits until all have called. */
function barrierFor(people: number): () => Promise<void> {
  const all = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come += 1;
    if (come >= people) all.resolve();
    return all.promise;
  };
}

/**
 * The same without the lock on the entry, and without that on the customer's bookings, which would serialise two tasks as
 * well. Each task goes on once all have seen the entry wait.
 */
function withoutLocksOfEntry(ctx: Context, seen: () => Promise<void>): Context {
  const isLock = (query: Parameters<typeof locks>[0]) => readsFrom(query, 'waiting_entry') && locks(query);
  return {
    ...ctx,
    db: withHooks(ctx.db, {
      change: (query) => {
        if (isAdvisoryLock(query)) return sql`select 1`.toOperationNode();
        return isLock(query) ? withoutLocks(query) : query;
      },
      answered: (query) => (isLock(query) ? seen() : undefined),
    }),
  };
}

describe('two tasks for one day at once', () => {
  test('offer one time to one entry', async () => {
    const id = await meiWaits();
    await Promise.all([1, 2, 3].map(() => offerFreedTime(app.context(), { day: DAY })));
    expect(await jobsOf(mei)).toHaveLength(1);
    expect(await states(id)).toEqual(['offered']);
  });

  test('offer one freed time to the first in line only', async () => {
    const [first, second] = [await wait(mei), await wait(siti)];
    await cleaner();
    await Promise.all([1, 2, 3].map(() => offerFreedTime(app.context(), { day: DAY })));
    expect(await states(first, second)).toEqual(['offered', 'waiting']);
    expect([await jobsOf(mei), await jobsOf(siti)].map(({ length }) => length)).toEqual([1, 0]);
  });

  test('time that is freed while the line is followed goes to the first in line', async () => {
    const [first, second] = [await wait(mei), await wait(siti)];
    // The line, Mei, Siti: the cleaner joins after Mei was looked at.
    let reads = 0;
    const db = withHooks(app.services.db, {
      answered: (query) => {
        if (readsFrom(query, 'waiting_entry')) reads += 1;
        return reads === 3 && readsFrom(query, 'waiting_entry') ? cleaner().then(() => undefined) : undefined;
      },
    });
    await offerFreedTime({ ...app.context(), db }, { day: DAY });
    expect(await states(first, second)).toEqual(['offered', 'waiting']);
  });

  test('(control: without the lock on the entry one customer gets two)', async () => {
    await meiWaits();
    const seen = barrierFor(2);
    await Promise.all(
      [1, 2].map(() => offerFreedTime(withoutLocksOfEntry(app.context(), seen), { day: DAY })),
    );
    expect(await jobsOf(mei)).toHaveLength(2);
  });
});

describe('an offer against an ordinary booking of the same time', () => {
  const bookingOf = (who: Person) => {
    const body = createJob.body.parse({
      packageID: world.world.packageID,
      addressID: who.addressID,
      startTime: at('09:00'),
    });
    return (ctx: Context) =>
      bookJob({ ...ctx, actor: { role: 'customer', id: who.id, sessionID: '' } }, body, who.id);
  };

  test('the booking was first: nothing is offered, and the customer stays in line', async () => {
    const id = await wait(mei);
    await cleaner();
    await overlap(app, bookingOf(siti), () => offerFreedTime(app.context(), { day: DAY }));
    expect(await states(id)).toEqual(['waiting']);
    expect(await jobsOf(siti)).toHaveLength(1);
    expect(await jobsOf(mei)).toEqual([]);
    expect(app.sent.sms).toEqual([]);
  });

  test('the offer was first: the booking is refused', async () => {
    const id = await wait(mei);
    await cleaner();
    const booked = await overlap(
      app,
      (tx) => offerFreedTime({ ...tx, actor: { role: 'anyone' } }, { day: DAY }),
      () => bookingOf(siti)(app.context()),
    );
    expect(isRefusal(booked) && booked.refusal).toBe('slot_taken');
    expect(await states(id)).toEqual(['offered']);
  });

  test('many of both at once: every time is given once', async () => {
    const waiting = [mei, siti, await person(), await person()];
    for (const one of waiting) await wait(one);
    await cleaner();
    await cleaner();
    const others = [await person(), await person(), await person()];
    await Promise.all([
      offerFreedTime(app.context(), { day: DAY }),
      offerFreedTime(app.context(), { day: DAY }),
      ...others.map((one) => bookingOf(one)(app.context())),
    ]);
    const held = await Promise.all([...waiting, ...others].map(jobsOf));
    expect(held.flat()).toHaveLength(2);
    expect(held.every(({ length }) => length <= 1)).toBe(true);
    const { rows } = await app.database.pool.query(`
      select count(*)::int as pairs from cleaner_occupation a join cleaner_occupation b
        on a.cleaner_id = b.cleaner_id and a.id < b.id and a.released_at is null and b.released_at is null
        and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)`);
    expect(rows[0].pairs).toBe(0);
  });
});

describe('leaving the list while a time is offered', () => {
  test('the offer was first: it is given up, and the time is free again', async () => {
    const id = await meiWaits();
    const left = await overlap(
      app,
      (tx) => offerFreedTime({ ...tx, actor: { role: 'anyone' } }, { day: DAY }),
      () => leave(id, mei.as),
    );
    expect(left.body.state).toBe('declined');
    expect(await jobsOf(mei)).toEqual([]);
  });

  test('leaving was first: nothing is held', async () => {
    const id = await meiWaits();
    await overlap(
      app,
      (tx) =>
        tx.db
          .updateTable('waiting_entry')
          .set({ state: 'withdrawn' })
          .where('id', '=', id)
          .where('state', '=', 'waiting')
          .execute(),
      () => offerFreedTime(app.context(), { day: DAY }),
    );
    expect(await states(id)).toEqual(['withdrawn']);
    expect(await jobsOf(mei)).toEqual([]);
  });

  test('(control: without the lock on the entry a time is held for somebody who has left)', async () => {
    const id = await meiWaits();
    await overlap(
      app,
      (tx) =>
        tx.db
          .updateTable('waiting_entry')
          .set({ state: 'withdrawn' })
          .where('id', '=', id)
          .where('state', '=', 'waiting')
          .execute(),
      () =>
        offerFreedTime(
          withoutLocksOfEntry(app.context(), async () => undefined),
          { day: DAY },
        ),
    );
    expect(await states(id)).toEqual(['withdrawn']);
    expect(await jobsOf(mei)).toHaveLength(1);
  });
});
