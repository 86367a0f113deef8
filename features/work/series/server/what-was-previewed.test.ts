import { afterAll, describe, expect, test } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { addCode } from '#features/booking/booking/server/testing/codes-and-hours.ts';
import { START, startSeriesWorld } from '#features/booking/booking/server/testing/series-world.ts';
import { addCleaner, addCustomer } from '#features/booking/booking/server/testing/world.ts';
import { commitJob, updateCredit } from '#features/booking/checkout/contract.ts';
import { giveHours } from '#features/money/credits/server/testing/credit-world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { cancelJob, previewCancellation } from '#features/work/jobs/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As } from '#platform/testing/test-app.ts';
import { cancelFollowing, previewFollowingCancellation } from '../contract.ts';

/*
 * Every payment method × every time before the visit × every canceller × scope (single visit, visit of a series, this
 * and following). The preview must match the ledger to the cent and the half hour, and both must match hand-written
 * expectations.
 */

/** How a weekly series of two is paid: the card amounts in cents, and the hours used by each visit. */
const PAYMENTS = {
  card: { card: [9000, 9000], hours: [0, 0] },
  credits: { card: [0, 0], hours: [3, 3] },
  // 10 % off the first visit.
  promo: { card: [8100, 9000], hours: [0, 0] },
  // Promo code, then 4 hours: 2.5 on the first visit, which leaves S$6.00, and 1.5 on the second.
  mixed: { card: [600, 4500], hours: [2.5, 1.5] },
} as const;
type Payment = keyof typeof PAYMENTS;

/** Minutes before the first visit. Cancelling is free up to 24 hours ahead, then half is kept. */
const TIMES = {
  'well before': { minutes: 100 * 60, late: false, started: false },
  'at the boundary': { minutes: 24 * 60, late: false, started: false },
  'just inside': { minutes: 24 * 60 - 1, late: true, started: false },
  started: { minutes: -30, late: true, started: true },
} as const;
type Time = keyof typeof TIMES;

const WHO = ['customer', 'office for the customer', 'company'] as const;
const SCOPES = ['a visit by itself', 'one visit of a series', 'this and following'] as const;
type Scope = (typeof SCOPES)[number];

const world = await startSeriesWorld();
const app = world.app;
await addCode(app.context(), 'TABLE10');

afterAll(async () => {
  expect(await checkLedger(app.context())).toEqual([]);
});

interface Booked {
  readonly meiID: string;
  readonly ids: readonly string[];
}

async function book(payment: Payment, scope: Scope): Promise<Booked> {
  world.setAhead({ hours: 200 });
  const cleanerID = await addCleaner(app.context());
  const { id: meiID, addressID } = await addCustomer(app.context());
  const mei = await signedIn(app, 'customer', meiID);
  const hasCode = payment === 'promo' || payment === 'mixed';
  const booked = await app.call(
    createJob,
    {
      body: {
        packageID: world.world.packageID,
        addressID,
        cleaner1ID: cleanerID,
        startTime: START.toString(),
        ...(scope !== 'a visit by itself' && { recurrence: { interval: 'weekly' as const, count: 2 } }),
        ...(hasCode ? { promocode: 'TABLE10' } : {}),
      },
    },
    mei,
  );
  const { id } = booked.body;
  if (payment === 'credits' || payment === 'mixed') {
    const hours = payment === 'credits' ? 6 : 4;
    await giveHours(app.context(), meiID, { hours, cost: hours * 2700 });
    await app.call(updateCredit, { body: { jobID: id } }, mei);
  }
  if (payment !== 'credits') {
    const paid = await app.call(commitJob, { params: { id }, body: { stripeToken: 'tok_visa' } }, mei);
    expect(paid.status).toBe(200);
  }
  return { meiID, ids: (booked.body.jobs ?? [booked.body]).map((job) => job.id) };
}

/** A customer's totals in the ledger and at the provider. Cents; hours in the customer's lots, and used. */
async function booksOf({ meiID }: Booked) {
  await app.runOutbox(); // refunds are sent by a task
  const { rows } = await app.database.pool.query(
    `select
       coalesce(sum(amount) filter (where account = 'stripe_clearing'), 0)::int as clearing,
       coalesce(sum(amount) filter (where account = 'revenue:one-time'), 0)::int as revenue,
       coalesce(sum(amount) filter (where account = 'deferred_revenue'), 0)::int as deferred,
       coalesce(sum(amount) filter (where account like 'customer:' || $1 || ':credits:%'), 0)::int / 10.0::float as lots,
       coalesce(sum(amount) filter (where account = 'credits_used'), 0)::int / 10.0::float as used
     from ledger_entry`,
    [meiID],
  );
  const { givenBack } = await world.stripe.moneyOf(meiID);
  return { ...(rows[0] as Record<'clearing' | 'revenue' | 'deferred' | 'lots' | 'used', number>), givenBack };
}

const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);

/** By hand: half of the first visit is kept if its customer cancels late; hours are rounded down to half hours. */
function expected(payment: Payment, time: Time, how: { company: boolean; visits: number }) {
  const { card, hours } = PAYMENTS[payment];
  const isKept = TIMES[time].late && !how.company;
  const fee = isKept ? Math.round((card[0] ?? 0) / 2) : 0;
  const creditsForfeited = isKept ? Math.floor(hours[0] ?? 0) / 2 : 0;
  return {
    fee,
    refund: sum(card.slice(0, how.visits)) - fee,
    creditsForfeited,
    creditsReturned: sum(hours.slice(0, how.visits)) - creditsForfeited,
  };
}

const CASES = Object.keys(PAYMENTS).flatMap((payment, one) =>
  Object.keys(TIMES).flatMap((time, two) =>
    WHO.flatMap((who, three) =>
      SCOPES.map((scope, four) => ({
        values: [payment as Payment, time as Time, who, scope] as const,
        // A third of all, in which any two values still occur together.
        tags: (one + two + three + four) % 3 === 0 ? [] : ['deep'],
      })),
    ),
  ),
);

describe('the preview matches the ledger', () => {
  test('every payment, time, party and scope is combined', () => {
    expect(CASES).toHaveLength(4 * 4 * 3 * 3);
  });

  for (const { values, tags } of CASES) {
    const [payment, time, who, scope] = values;
    test(`${payment}, ${time}, by the ${who}, ${scope}`, { tags }, () => cancelAsPreviewed(...values));
  }
});

async function cancelAsPreviewed(payment: Payment, time: Time, who: (typeof WHO)[number], scope: Scope) {
  const booked = await book(payment, scope);
  const { minutes, started } = TIMES[time];
  world.setAhead({ minutes });
  const as: As = await (who === 'customer'
    ? signedIn(app, 'customer', booked.meiID)
    : signedIn(app, 'admin'));
  const onBehalfOf = who === 'company' ? ('company' as const) : ('customer' as const);
  const params = { id: String(booked.ids[0]) };
  const calls =
    scope === 'this and following'
      ? ([previewFollowingCancellation, cancelFollowing] as const)
      : ([previewCancellation, cancelJob] as const);
  const before = await booksOf(booked);
  const shown = await app.call(calls[0], { params, query: { onBehalfOf } } as never, as);
  const done = await app.call(calls[1], { params, body: { onBehalfOf } } as never, as);
  const after = await booksOf(booked);
  if (started && who === 'customer') {
    expect([shown.status, done.status]).toEqual([409, 409]);
    expect(after).toEqual(before);
    return;
  }
  const visits = scope === 'this and following' ? 2 : 1;
  const figures = expected(payment, time, { company: who === 'company', visits });
  expect(shown.body).toMatchObject(figures);
  expect(done.body).toMatchObject({ ...figures, creditsLeft: figures.creditsReturned });
  const worth = figures.creditsReturned * 2700;
  expect({
    clearing: after.clearing - before.clearing,
    revenue: after.revenue - before.revenue,
    deferred: after.deferred - before.deferred,
    lots: after.lots - before.lots,
    used: after.used - before.used,
    givenBack: after.givenBack - before.givenBack,
  }).toEqual({
    clearing: 0 - figures.refund,
    revenue: figures.refund + worth,
    deferred: 0 - worth,
    lots: figures.creditsReturned,
    used: 0 - figures.creditsReturned,
    givenBack: figures.refund,
  });
}
