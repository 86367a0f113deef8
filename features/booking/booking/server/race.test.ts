import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { cloneDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { createJob } from '../contract.ts';
import { bookJob } from './book-job.ts';
import { startBookingApp } from './testing/booking-app.ts';
import { barrierFor, withoutCleanerLocks } from './testing/without-cleaner-locks.ts';
import { addCleaner, addCustomer, addPackage, makeWorld } from './testing/world.ts';

const RACERS = 40;

const stripe = await startTestStripe();
const app = await startBookingApp({
  providers: { payments: stripe.payments },
  connections: 20,
});
const world = await makeWorld(app.context(), { customers: RACERS, cleaners: 4 });
const people = await Promise.all(
  world.customers.map(async ({ id, addressID }) => ({
    as: await signedIn(app, 'customer', id),
    addressID,
  })),
);
const address = await app.api.fastify.listen({ port: 0, host: '127.0.0.1' });

interface Answer {
  readonly status: number;
  readonly body: {
    readonly code?: string;
    readonly alternatives?: readonly { readonly cleaners: readonly unknown[] }[];
    readonly cleaner1ID?: string;
    readonly cleaners?: readonly { readonly id: string }[];
  };
}

/** All customers send the same booking concurrently, over real HTTP. */
function allBook(startTime: string, more: object = {}): Promise<Answer[]> {
  return Promise.all(
    people.map(async ({ as, addressID }) => {
      const reply = await fetch(`${address}/api/customers/createjob`, {
        method: 'POST',
        headers: { authorization: `Bearer ${as.jwt}`, 'content-type': 'application/json' },
        body: JSON.stringify({ packageID: world.packageID, addressID, startTime, ...more }),
      });
      return { status: reply.status, body: (await reply.json()) as Answer['body'] };
    }),
  );
}

const withStatus = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status);

async function overlaps(database: TestDatabase): Promise<number> {
  const { rows } = await database.pool.query(`
    select count(*)::int as pairs
    from cleaner_occupation a join cleaner_occupation b
      on a.cleaner_id = b.cleaner_id and a.id < b.id
      and a.released_at is null and b.released_at is null
      and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)`);
  return rows[0].pairs;
}

describe('forty customers want the same cleaner at the same time', () => {
  test('one gets her, the others get three free times each, and nobody else is charged', async () => {
    const answers = await allBook('2026-11-26T09:00:00+08:00', { cleaner1ID: world.cleanerIDs[0] });
    expect(withStatus(answers, 201)).toHaveLength(1);
    const losers = withStatus(answers, 409);
    expect(losers).toHaveLength(RACERS - 1);
    for (const { body } of losers) {
      expect(body.code).toBe('slot_taken');
      expect(body.alternatives).toHaveLength(3);
      for (const { cleaners: crew } of body.alternatives ?? []) expect(crew).toHaveLength(1);
    }
    expect(await overlaps(app.database)).toBe(0);
    expect(await stripe.charges()).toBe(0);
    const attempts = await app.services.db.selectFrom('payment_attempt').select('id').execute();
    expect(attempts).toEqual([]);
  });

  test('without a name, each cleaner serves one customer', async () => {
    const answers = await allBook('2026-11-27T09:00:00+08:00');
    const served = withStatus(answers, 201).map((answer) => answer.body.cleaner1ID);
    expect(served).toHaveLength(4);
    expect(new Set(served).size).toBe(4);
    expect(withStatus(answers, 409)).toHaveLength(RACERS - 4);
    expect(await overlaps(app.database)).toBe(0);
  });

  test('crews of two are booked completely or not at all', async () => {
    const packageID = await addPackage(app.context(), { crew: 2 });
    const answers = await allBook('2026-11-28T09:00:00+08:00', { packageID });
    const served = withStatus(answers, 201).flatMap(
      (answer) => answer.body.cleaners?.map((member) => member.id) ?? [],
    );
    expect(withStatus(answers, 201)).toHaveLength(2);
    expect(new Set(served).size).toBe(4);
    expect(await overlaps(app.database)).toBe(0);
  });

  test('an expired hold goes to exactly one', async () => {
    const only = await addCleaner(app.context());
    const one = await addCustomer(app.context());
    const body = {
      packageID: world.packageID,
      addressID: one.addressID,
      startTime: '2026-11-29T09:00:00+08:00',
      cleaner1ID: only,
    };
    const as = await signedIn(app, 'customer', one.id);
    const headers = { authorization: `Bearer ${as.jwt}` };
    await app.request({ method: 'POST', url: '/api/customers/createjob', headers, payload: body });
    app.clock.advance({ minutes: 15 });
    const answers = await allBook(body.startTime, { cleaner1ID: only });
    expect(withStatus(answers, 201)).toHaveLength(1);
    expect(await overlaps(app.database)).toBe(0);
  });
});

describe('(control: the same race without guards)', () => {
  /** Bookings that are planned before the first of them writes. */
  const CONTROL_RACERS = 4;
  const START = '2026-12-01T09:00:00+08:00';

  interface Guards {
    readonly locks: boolean;
    readonly constraints: boolean;
  }

  /** Books the same cleaner at the same time for all customers, without some of the guards. */
  async function race(guards: Guards): Promise<{ booked: number; pairs: number }> {
    const database = await cloneDatabase({ connections: CONTROL_RACERS + 1 });
    try {
      const ctx = { ...app.context(), db: database.db };
      const { customers, cleanerIDs, packageID } = await makeWorld(ctx, {
        customers: CONTROL_RACERS,
        cleaners: 1,
      });
      if (!guards.constraints) {
        await sql`alter table cleaner_occupation
          drop constraint cleaner_occupation_no_overlap, drop constraint cleaner_occupation_travel`.execute(
          database.db,
        );
      }
      const looked = barrierFor(CONTROL_RACERS);
      // Two inserts that exclude each other may end in a deadlock, which also refuses the booking.
      const outcomes = await Promise.allSettled(
        customers.map(({ id, addressID }) => {
          const db = guards.locks ? database.db : withoutCleanerLocks(database.db, looked);
          const named = { packageID, addressID, cleaner1ID: cleanerIDs[0] };
          const body = createJob.body.parse({ ...named, startTime: START });
          return bookJob({ ...ctx, db, actor: { role: 'customer', id, sessionID: '' } }, body, id);
        }),
      );
      const booked = outcomes.filter((one) => one.status === 'fulfilled' && !isRefusal(one.value)).length;
      return { booked, pairs: await overlaps(database) };
    } finally {
      await database.close();
    }
  }

  test('without locks and constraints every booking gets her', async () => {
    const pairs = (CONTROL_RACERS * (CONTROL_RACERS - 1)) / 2;
    expect(await race({ locks: false, constraints: false })).toEqual({ booked: CONTROL_RACERS, pairs });
  });

  test('the constraints alone prevent it', async () => {
    expect(await race({ locks: false, constraints: true })).toEqual({ booked: 1, pairs: 0 });
  });

  test('the locks alone prevent it', async () => {
    expect(await race({ locks: true, constraints: false })).toEqual({ booked: 1, pairs: 0 });
  });
});
