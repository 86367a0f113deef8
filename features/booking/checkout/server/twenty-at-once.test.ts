import type { RootOperationNode } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AttackWorld,
  type Person,
  startAttackWorld,
  type Trace,
} from '#features/booking/booking/server/testing/attack-world.ts';
import { addPack, giveHours } from '#features/money/credits/server/testing/credit-world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { readsFrom, withHooks, withoutLocks } from '#platform/testing/query-hooks.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As, Reply } from '#platform/testing/test-app.ts';

/**
 * Every route that moves money or hours, twenty times concurrently: with one Idempotency-Key, and without
 * any. Each has a control in which its locks are removed and the second request does its work before the
 * first one commits.
 */
interface Asked {
  readonly as: As;
  readonly url: string;
  readonly body: object;
}

interface Case {
  /** Prepares the state for the request. */
  ready(world: AttackWorld, mei: Person): Promise<Asked>;
  /** A different body under the same key. */
  readonly other: object;
  /** The expected effect, however often it is sent. */
  readonly leaves: Partial<Trace>;
  /**
   * The table whose read decides: after it only a lock keeps a second request out. And the result of two
   * requests without locks: both take effect, or the database refuses one with an error.
   */
  readonly unlocked?: {
    readonly looksAt: string;
    readonly comesTo: 'two effects' | 'an error';
    /** Each with its own key. */
    readonly keyed?: true;
  };
  /**
   * For routes where requests without a key are separate: the codes of the refused ones, and the effect of
   * the successful ones. Elsewhere the effect can happen only once, and all get the same reply.
   */
  readonly separate?: {
    readonly refusedWith: readonly string[];
    readonly leaves: (succeeded: number) => Partial<Trace>;
  };
}

const once = (leaves: Partial<Trace>) => (succeeded: number) => {
  expect(succeeded).toBe(1);
  return leaves;
};

const CASES: Readonly<Record<string, Case>> = {
  'packages/{id}/pay': {
    ready: async ({ app }, mei) => {
      const url = `/packages/${await addPack(app.context())}/pay`;
      return { as: mei.as, url, body: { stripeToken: 'tok_visa', price: 32_400 } };
    },
    leaves: { money: [32_400], hours: ['bought 12'], balance: 12, taken: 32_400 },
    other: { price: 1 },
    unlocked: { looksAt: 'credit_purchase', comesTo: 'two effects' },
    separate: {
      refusedWith: ['payment_in_progress'],
      leaves: (succeeded) => ({
        money: Array(succeeded).fill(32_400),
        hours: Array(succeeded).fill('bought 12'),
        balance: 12 * succeeded,
        taken: 32_400 * succeeded,
      }),
    },
  },
  'jobs/{id}/commit': {
    ready: async ({ hold }, mei) => ({
      as: mei.as,
      url: `/jobs/${await hold(mei)}/commit`,
      body: { stripeToken: 'tok_visa', total: 9000 },
    }),
    leaves: { money: [9000], taken: 9000 },
    other: { total: 1 },
    separate: {
      refusedWith: ['payment_in_progress'],
      leaves: () => ({ money: [9000], taken: 9000 }),
    },
  },
  'customers/updatecredit': {
    ready: async ({ app, hold }, mei) => {
      const credit_ID = await giveHours(app.context(), mei.id, { hours: 10, cost: 27_000 });
      return { as: mei.as, url: '/customers/updatecredit', body: { jobID: await hold(mei), credit_ID } };
    },
    leaves: { money: [0], hours: ['bought 10', 'held -3'], balance: 7, taken: 0 },
    other: { credit_ID: '' },
    unlocked: { looksAt: 'credit_lot', comesTo: 'an error' },
  },
  'customers/sendcredit': {
    ready: async ({ app }, mei) => {
      await giveHours(app.context(), mei.id, { hours: 10, cost: 27_000 });
      return { as: mei.as, url: '/customers/sendcredit', body: { amount: 1, email: 'friend@example.com' } };
    },
    leaves: { hours: ['bought 10', 'sent -1'], balance: 9 },
    other: { amount: 2 },
    separate: {
      refusedWith: ['not_enough_credits'],
      leaves: (succeeded) => {
        expect(succeeded).toBe(10);
        return { hours: ['bought 10', ...Array(10).fill('sent -1')], balance: 0 };
      },
    },
  },
  'customers/receivedcredit': {
    ready: async ({ app, person, post, codeFor }, mei) => {
      const wei = await person();
      await giveHours(app.context(), wei.id, { hours: 4, cost: 10_800 });
      await post(wei.as, '/customers/sendcredit', { amount: 4, email: mei.email });
      return { as: mei.as, url: '/customers/receivedcredit', body: { code: await codeFor(mei.email) } };
    },
    leaves: { hours: ['received 4'], balance: 4 },
    other: { code: 'ANOTHER' },
    unlocked: { looksAt: 'credit_gift', comesTo: 'an error', keyed: true },
    separate: {
      refusedWith: ['gift_unknown', 'throttled'],
      leaves: once({ hours: ['received 4'], balance: 4 }),
    },
  },
  'transactions/{id}/refund, to the card': {
    ready: async ({ app, paid }, mei) => ({
      as: await signedIn(app, 'admin'),
      url: `/transactions/${(await paid(mei)).transactionID}/refund`,
      body: { to: 'card', reason: 'The hob' },
    }),
    leaves: { money: [-9000, 9000], taken: 9000, givenBack: 9000 },
    other: { reason: 'Another' },
    unlocked: { looksAt: 'payment_allocation', comesTo: 'two effects', keyed: true },
    separate: {
      refusedWith: ['refund_too_much'],
      leaves: once({ money: [-9000, 9000], taken: 9000, givenBack: 9000 }),
    },
  },
  'transactions/{id}/refund, to credits': {
    ready: async ({ app, paid }, mei) => ({
      as: await signedIn(app, 'admin'),
      url: `/transactions/${(await paid(mei)).transactionID}/refund`,
      body: { to: 'credits', reason: 'The hob' },
    }),
    leaves: { money: [-9000, 9000], hours: ['refunded 3.5'], balance: 3.5, taken: 9000, givenBack: 0 },
    other: { reason: 'Another' },
    unlocked: { looksAt: 'payment_allocation', comesTo: 'two effects', keyed: true },
    separate: {
      refusedWith: ['refund_too_much'],
      leaves: once({
        money: [-9000, 9000],
        hours: ['refunded 3.5'],
        balance: 3.5,
        taken: 9000,
        givenBack: 0,
      }),
    },
  },
  'transactions/{id}/refund, a part of it': {
    ready: async ({ app, paid }, mei) => ({
      as: await signedIn(app, 'admin'),
      url: `/transactions/${(await paid(mei)).transactionID}/refund`,
      body: { amount: 2000, to: 'card', reason: 'The hob' },
    }),
    leaves: { money: [-2000, 9000], taken: 9000, givenBack: 2000 },
    other: { amount: 1000 },
    separate: {
      refusedWith: ['refund_too_much'],
      leaves: (succeeded) => {
        expect(succeeded).toBe(4);
        return { money: [...Array(4).fill(-2000), 9000], taken: 9000, givenBack: 8000 };
      },
    },
  },
  'jobs/{id}/cancel': {
    ready: async ({ paid }, mei) => ({
      as: mei.as,
      url: `/jobs/${(await paid(mei)).id}/cancel`,
      body: { reason: 'Away' },
    }),
    leaves: { money: [-9000, 9000], taken: 9000, givenBack: 9000 },
    other: { reason: 'Another' },
    unlocked: { looksAt: 'job_cancellation', comesTo: 'an error' },
  },
};
const names = Object.entries(CASES);

const WRITES = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

const answerOf = ({ status, body }: Reply<unknown>) => JSON.stringify([status, body]);
const codeOf = ({ body }: Reply<Record<string, unknown>>) => String(body.code);

describe('twenty concurrent requests', () => {
  let world: AttackWorld;
  let mei: Person;
  beforeAll(async () => {
    world = await startAttackWorld();
  });
  beforeEach(async () => {
    mei = await world.person();
  });
  afterEach(async () => {
    expect(await checkLedger(world.app.context())).toEqual([]);
  });

  async function ask({ as, url, body }: Asked, key?: string) {
    return Promise.all(Array.from({ length: 20 }, () => world.post(as, url, body, key)));
  }

  test.each(names)('%s with one key has one effect and twenty equal replies', async (_name, one) => {
    const asked = await one.ready(world, mei);
    const key = world.app.services.newID();
    const replies = await ask(asked, key);
    expect(replies[0]?.status).toBe(200);
    expect(new Set(replies.map(answerOf)).size).toBe(1);
    expect(await world.traceOf(mei)).toMatchObject(one.leaves);
    const other = await world.post(asked.as, asked.url, { ...asked.body, ...one.other }, key);
    expect([other.status, codeOf(other)]).toEqual([409, 'idempotency_mismatch']);
  });

  const single = names.filter(([, one]) => one.separate === undefined);
  test.each(single)('%s without a key also has one effect and one reply', async (_name, one) => {
    const replies = await ask(await one.ready(world, mei));
    expect(replies[0]?.status).toBe(200);
    expect(new Set(replies.map(answerOf)).size).toBe(1);
    expect(await world.traceOf(mei)).toMatchObject(one.leaves);
  });

  const separate = names.flatMap(([name, one]) => (one.separate ? [[name, one, one.separate] as const] : []));
  test.each(separate)('%s without a key is as many separate requests', async (_name, one, expected) => {
    const replies = await ask(await one.ready(world, mei));
    const refused = replies.filter(({ status }) => status !== 200);
    for (const reply of refused) expect(expected.refusedWith).toContain(codeOf(reply));
    expect(await world.traceOf(mei)).toMatchObject(expected.leaves(replies.length - refused.length));
  });
});

describe('(control) two concurrent requests without locks', () => {
  let world: AttackWorld;
  /** Called when a query has returned; null during preparation, with all locks. */
  let looked: ((query: RootOperationNode) => Promise<void> | undefined) | null = null;
  beforeAll(async () => {
    world = await startAttackWorld();
    const { db } = world.app.services;
    const hooks = {
      change: (query: RootOperationNode) => (looked === null ? query : unlocked(query)),
      answered: (query: RootOperationNode) => looked?.(query),
    };
    // The first task of a name is queued under its own lock, so each route is called once before.
    for (const [, one] of names) {
      const { as, url, body } = await one.ready(world, await world.person());
      await world.post(as, url, body);
    }
    Object.assign(world.app.services, { db: withHooks(db, hooks) });
  });

  /** Pauses the first request that reads from a table after its next write, before it commits. */
  function stopFirstAfter(table: string) {
    const [stopped, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let [hasRead, hasStopped] = [false, false];
    looked = (query) => {
      hasRead ||= readsFrom(query, table);
      if (hasStopped || !hasRead || !WRITES.has(query.kind)) return undefined;
      hasStopped = true;
      stopped.resolve();
      return gate.promise;
    };
    return { stopped: stopped.promise, letGo: gate.resolve };
  }

  /** Resolves once it is done, or is waiting for a lock of the first. */
  async function untilDoneOrWaiting(second: Promise<unknown>): Promise<void> {
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    second.then(done, done);
    const isWaiting = async () => {
      const waiting = await world.app.database.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return waiting.rowCount !== 0;
    };
    await expect.poll(async () => isDone || (await isWaiting())).toBe(true);
  }

  const controls = names.flatMap(([name, one]) => (one.unlocked ? [[name, one, one.unlocked] as const] : []));
  test.each(controls)('%s', async (_name, one, { looksAt, comesTo, keyed }) => {
    const mei = await world.person();
    const { as, url, body } = await one.ready(world, mei);
    const post = () => world.post(as, url, body, keyed && world.app.services.newID());
    const { stopped, letGo } = stopFirstAfter(looksAt);
    const first = post();
    await stopped;
    const second = post();
    await untilDoneOrWaiting(second);
    letGo();
    const replies = await Promise.all([first, second]);
    looked = null;
    const statuses = replies.map(({ status }) => status).sort();
    if (comesTo === 'an error') expect(statuses).toEqual([200, 500]);
    else expect(await world.traceOf(mei)).not.toMatchObject(one.leaves);
  });

  test('jobs/{id}/commit: securing the slots locks them, so here the second does not see the charge of the first', async () => {
    const mei = await world.person();
    const id = await world.hold(mei);
    const [arrived, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const beforeReply = async () => {
      arrived.resolve();
      await gate.promise;
    };
    world.stripe.failCharges({ beforeReply });
    const pay = () => world.post(mei.as, `/jobs/${id}/commit`, { stripeToken: 'tok_visa' });
    const move = (target: string, to: string) =>
      world.app.database.pool.query('update payment_attempt set target_id = $2 where target_id = $1', [
        target,
        to,
      ]);
    const first = pay();
    await arrived.promise;
    const elsewhere = world.app.services.newID();
    await move(id, elsewhere);
    expect((await pay()).status).toBe(200);
    await move(elsewhere, id);
    gate.resolve();
    await first;
    expect(await world.traceOf(mei)).toMatchObject({ money: [9000, 9000], taken: 18_000 });
  });
});

/** Without row locks and advisory locks. */
function unlocked(query: RootOperationNode): RootOperationNode {
  if (query.kind !== 'RawNode') return withoutLocks(query);
  const sqlFragments = query.sqlFragments.map((text) => text.replace('pg_advisory_xact_lock', ''));
  return { ...query, sqlFragments };
}
