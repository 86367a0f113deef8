import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { listJobs } from '#features/work/jobs/contract.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { cloneDatabase } from '#platform/testing/database.ts';
import { locks, readsFrom, withHooks, withoutLocks } from '#platform/testing/query-hooks.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { createJob, quoteJob } from '../contract.ts';
import { bookJob } from './book-job.ts';
import { startBookingApp } from './testing/booking-app.ts';
import { addBlock, addCustomer, emptyDiaries, makeWorld, PACKAGE_PRICE } from './testing/world.ts';

const stripe = await startTestStripe();
/** Series with exceptions to the interval. */
const app = await startBookingApp({ providers: { payments: stripe.payments }, connections: 20 });
const world = await makeWorld(app.context(), { customers: 1, cleaners: 2 });
const mei = await signedIn(app, 'customer', world.customers[0]?.id);

beforeEach(() => emptyDiaries(app.context()));

/** Tuesdays. */
const TUESDAYS = ['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22'];
const at = (day: string, time = '09:00') => `${day}T${time}:00+08:00`;
const [first = '', second = '', third = '', fourth = ''] = TUESDAYS.map((day) => at(day));

interface Exception {
  readonly startTime: string;
  readonly instead: string | null;
}

const seriesOf = (exceptions: readonly Exception[], more: object = {}) => ({
  packageID: world.packageID,
  addressID: world.customers[0]?.addressID ?? '',
  startTime: first,
  recurrence: { interval: 'weekly' as const, count: TUESDAYS.length, exceptions: [...exceptions] },
  ...more,
});
const book = (exceptions: readonly Exception[], more: object = {}, as = mei) =>
  app.call(createJob, { body: seriesOf(exceptions, more) }, as);
const quote = (exceptions: readonly Exception[], more: object = {}) =>
  app.call(quoteJob, { body: seriesOf(exceptions, more) }, mei);

/** Blocks a day for some of the cleaners. */
async function takeDay(day: string, cleanerIDs = world.cleanerIDs): Promise<void> {
  for (const id of cleanerIDs)
    await addBlock(app.context(), id, { from: at(day, '08:00'), until: at(day, '20:00') });
}

test('the office reads why nobody comes on a date: a named cleaner, a wish of the home, or nobody is free', async () => {
  const office = await signedIn(app, 'admin');
  const [one = '', two = ''] = world.cleanerIDs;
  await app.services.db.updateTable('cleaner').set({ gender: 'female' }).where('id', '=', two).execute();
  await app.services.db.updateTable('cleaner').set({ gender: 'male' }).where('id', '=', one).execute();
  await takeDay('2026-12-08', [two]);
  await takeDay('2026-12-15');
  const { addressID: _own, ...series } = seriesOf([]);
  const reasons = async (more: object, as = office) => {
    const { body } = await app.call(quoteJob, { body: { ...series, postal: '520201', ...more } }, as);
    return body.conflicts.map(({ startTime, detail }) => [startTime, detail]);
  };
  expect(await reasons({ gender: 'female' })).toEqual([
    [second, 'No one who matches is free: the home wants a woman.'],
    [third, 'No one is free.'],
  ]);
  expect(await reasons({})).toEqual([[third, 'No one is free.']]);
  const named = await reasons({ cleaner1ID: two, cleanerType: 'preferred' });
  expect(named).toEqual([
    [second, expect.stringMatching(/^The office keeps this time free for .*\.$/)],
    [third, expect.stringMatching(/^The office keeps this time free for .*\.$/)],
  ]);
  // Customers are not told about others.
  expect(JSON.stringify(await reasons({ gender: 'female' }, mei))).not.toMatch(/woman|No one who/);
});

describe('exceptions of a series', () => {
  test('are held and paid with the rest: one moved, one skipped, in date order', async () => {
    const moved = at('2026-12-09', '14:00');
    const { status, body } = await book([
      { startTime: third, instead: null },
      { startTime: second, instead: moved },
    ]);
    expect([status, body.jobs?.map(({ startTime }) => startTime)]).toEqual([201, [first, moved, fourth]]);
    const paid = await app.call(
      commitJob,
      { params: { id: body.id }, body: { stripeToken: 'tok_visa', total: 3 * PACKAGE_PRICE } },
      mei,
    );
    expect(paid.status).toBe(200);
    const query = { seriesID: body.seriesID ?? '', status: 'paid' as const };
    expect((await app.call(listJobs, { query }, mei)).body.total).toBe(3);
  });

  test('are checked like every date: diary, opening hours and holidays', async () => {
    await takeDay('2026-12-09');
    const reply = await book([
      { startTime: second, instead: at('2026-12-09') },
      { startTime: third, instead: at('2026-12-15', '19:30') },
    ]);
    expect(problem(reply)).toMatchObject({
      code: 'series_conflict',
      conflicts: [
        { seriesDate: second, startTime: at('2026-12-09'), code: 'slot_taken' },
        { seriesDate: third, startTime: at('2026-12-15', '19:30'), code: 'not_bookable' },
      ],
    });
    const rows = await app.services.db
      .selectFrom('job')
      .select('id')
      .where('status', '=', 'pending')
      .execute();
    expect(rows).toEqual([]);
  });

  test.each([
    ['a date that is not in the series', { startTime: at('2026-12-02'), instead: null }],
    ['a day after the next visit', { startTime: second, instead: at('2026-12-16') }],
  ])('are refused on their field: %s', async (_what, exception) => {
    const replies = [await book([exception]), await quote([exception])];
    for (const reply of replies) {
      expect(reply.status).toBe(422);
      expect(problem(reply).errors).toMatchObject([{ path: 'recurrence.exceptions.0' }]);
    }
  });

  test('exceptions without a first date of the series are refused', async () => {
    const {
      startTime: _none,
      addressID: _nowhere,
      ...body
    } = seriesOf([{ startTime: second, instead: null }]);
    const reply = await app.call(quoteJob, { body }, mei);
    expect(problem(reply).errors).toMatchObject([{ path: 'startTime' }]);
  });
});

describe('a quote of a series', () => {
  test('shows the crew of every date, and where the first crew is unavailable', async () => {
    const [usual = '', other = ''] = world.cleanerIDs;
    await takeDay('2026-12-08', [usual]);
    const { body } = await quote([], { cleanerType: 'any' });
    const crews = body.dates.map(({ startTime, cleaners }) => [startTime, cleaners.map(({ id }) => id)]);
    const lead = crews[0]?.[1]?.[0];
    // The first crew also serves all other dates on which it is available.
    const expected = (blocked: string) =>
      TUESDAYS.map((day) => [at(day), [day === '2026-12-08' ? blocked : lead]]);
    expect(crews).toEqual(lead === usual ? expected(other) : expected(lead as string));
    expect([body.visits, body.total, body.conflicts]).toEqual([4, 4 * PACKAGE_PRICE, []]);
  });

  test('offers for a date only times that fit between the others', async () => {
    // Two weeks without availability except late on the day of the first visit.
    for (const day of ['02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13', '14']) {
      await takeDay(`2026-12-${day}`);
    }
    const { body } = await quote([]);
    expect(body.conflicts).toMatchObject([{ seriesDate: second, alternatives: [] }]);
  });

  test('names the holiday of a closed date', async () => {
    await app.services.db
      .insertInto('public_holiday')
      .values({ day: '2026-12-08', name: 'Polling Day' })
      .execute();
    await takeDay('2026-12-15');
    const { body } = await quote([]);
    await app.services.db.deleteFrom('public_holiday').where('day', '=', '2026-12-08').execute();
    expect(body.conflicts.map(({ seriesDate, holiday }) => [seriesDate, holiday])).toEqual([
      [second, 'Polling Day'],
      [third, null],
    ]);
  });

  test('counts and prices the remaining visits', async () => {
    const { body } = await quote([{ startTime: second, instead: null }]);
    expect([body.visits, body.total]).toEqual([3, 3 * PACKAGE_PRICE]);
    expect(body.dates.map(({ seriesDate }) => seriesDate)).toEqual([first, third, fourth]);
  });

  test('treats time held for this very booking as free', async () => {
    await takeDay('2026-12-15', world.cleanerIDs.slice(1));
    const held = await book([], { cleaner1ID: world.cleanerIDs[0] });
    expect(held.status).toBe(201);
    const named = { cleaner1ID: world.cleanerIDs[0] };
    expect((await quote([], named)).body.conflicts).toHaveLength(4);
    expect((await quote([], { ...named, replacesJobID: held.body.id })).body.conflicts).toEqual([]);
    const stranger = await signedIn(app, 'customer', (await addCustomer(app.context())).id);
    const { addressID: _hers, ...body } = seriesOf([], { postal: '310145', replacesJobID: held.body.id });
    expect((await app.call(quoteJob, { body }, stranger)).status).toBe(404);
  });
});

describe('a race for the moved date of a series', () => {
  const RACERS = 6;
  const INSTEAD = at('2026-12-16', '14:00');

  /**
   * All book a series with the same cleaner, each on its own day, and all move one visit to the same time.
   */
  async function race(guards: {
    readonly isGuarded: boolean;
  }): Promise<{ booked: number; atInstead: number; partial: number }> {
    const database = await cloneDatabase({ connections: RACERS + 1 });
    try {
      const ctx = { ...app.context(), db: database.db };
      const { customers, cleanerIDs, packageID } = await makeWorld(ctx, { customers: RACERS, cleaners: 1 });
      if (!guards.isGuarded) {
        await sql`alter table cleaner_occupation
          drop constraint cleaner_occupation_no_overlap, drop constraint cleaner_occupation_travel`.execute(
          database.db,
        );
      }
      const looked = barrierFor(RACERS);
      const outcomes = await Promise.allSettled(
        customers.map(({ id, addressID }, i) => {
          // 08:00, 12:00 and 16:00 on two days: the series overlap only at the moved date.
          const day = i < 3 ? '2026-12-07' : '2026-12-08';
          const startTime = at(day, ['08:00', '12:00', '16:00'][i % 3]);
          const next = Temporal.ZonedDateTime.from(`${startTime}[+08:00]`).add({ weeks: 1 });
          const recurrence = {
            interval: 'weekly' as const,
            count: 2,
            exceptions: [{ startTime: next.toString({ timeZoneName: 'never' }), instead: INSTEAD }],
          };
          const named = { packageID, addressID, cleaner1ID: cleanerIDs[0] };
          const body = createJob.body.parse({ ...named, startTime, recurrence });
          const db = guards.isGuarded ? database.db : withoutCleanerLocks(database.db, looked);
          return bookJob({ ...ctx, db, actor: { role: 'customer', id, sessionID: '' } }, body, id);
        }),
      );
      const booked = outcomes.filter((one) => one.status === 'fulfilled' && !isRefusal(one.value)).length;
      const { rows } = await database.pool.query(`
        select (select count(*)::int from job where starts_at = '${INSTEAD}') as at_instead,
          (select count(*)::int from (select series_id from job group by series_id having count(*) <> 2) odd) as partial`);
      return { booked, atInstead: rows[0].at_instead, partial: rows[0].partial };
    } finally {
      await database.close();
    }
  }

  function barrierFor(people: number): () => Promise<void> {
    const all = Promise.withResolvers<void>();
    let come = 0;
    return () => {
      come += 1;
      if (come === people) all.resolve();
      return all.promise;
    };
  }

  /**
   * The database without the locks on cleaners; each booking waits after reading them until all have read.
   */
  function withoutCleanerLocks(db: Parameters<typeof withHooks>[0], everybodyHasLooked: () => Promise<void>) {
    const locksCleaners = (query: Parameters<typeof locks>[0]) => readsFrom(query, 'cleaner') && locks(query);
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

  test('one gets it completely; the others hold nothing', async () => {
    expect(await race({ isGuarded: true })).toEqual({ booked: 1, atInstead: 1, partial: 0 });
  });

  test('(control: without locks and constraints all of them get it)', async () => {
    expect(await race({ isGuarded: false })).toEqual({ booked: RACERS, atInstead: RACERS, partial: 0 });
  });
});
