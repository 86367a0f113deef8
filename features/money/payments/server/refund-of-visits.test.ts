import { beforeEach, describe, expect, test } from 'vitest';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { bookVisits, payFor } from '#features/booking/booking/server/testing/booking-calls.ts';
import { addCleaner, PACKAGE_PRICE } from '#features/booking/booking/server/testing/world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { cancelJob } from '#features/work/jobs/contract.ts';
import { cancelJob as cancelLocked } from '#features/work/jobs/server/index.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { withHooks, withoutLocks } from '#platform/testing/query-hooks.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { findPaymentOfJobs, type RefundOrder, refundPayment } from './index.ts';
import { refundTransaction } from './refund-payment.ts';

/* A series is paid in one transaction, and each of its visits can be refunded separately. */

const VISITS = 3;
let office: As;
let jobs: string[];
let paid: string;

const { app, world } = await startBusiness({ customers: 1 });

beforeEach(async () => {
  office = await signedIn(app, 'admin');
  const mei = await signedIn(app, 'customer', world.customers[0]?.id);
  const cleanerID = await addCleaner(app.context());
  jobs = await bookVisits(app, mei, world, { cleanerID, visits: VISITS });
  const { body } = await payFor(app, mei, String(jobs[0]));
  paid = String('transactionID' in body && body.transactionID);
});

const job = (index: number) => String(jobs[index]);
const read = async (id: string) => (await app.call(calls.readTransaction, { params: { id } }, office)).body;
const give = (order: Omit<RefundOrder, 'transactionID' | 'to' | 'reason'>) =>
  inTransaction(app.context(), (tx) =>
    refundPayment(tx, { ...order, transactionID: paid, to: 'card', reason: 'Cancelled' }),
  );

test('the visits of a series are refunded one by one, each up to its price', async () => {
  const half = await give({ parts: [{ jobID: job(1), cents: PACKAGE_PRICE / 2 }] });
  if (isRefusal(half)) throw new Error(half.refusal);
  expect(await read(half.transactionID)).toMatchObject({
    total: -PACKAGE_PRICE / 2,
    jobID: job(1),
    allocations: [{ jobID: job(1), cents: -PACKAGE_PRICE / 2 }],
  });
  const again = await give({ parts: [{ jobID: job(1), cents: PACKAGE_PRICE }] });
  expect(again).toMatchObject({ refusal: 'refund_too_much', extensions: { left: PACKAGE_PRICE / 2 } });
  expect(await give({ parts: [{ jobID: job(2), cents: PACKAGE_PRICE }] })).toMatchObject({
    cents: PACKAGE_PRICE,
  });
  // A fully refunded visit is unpaid; a partially refunded one is still paid.
  expect(await findPaymentOfJobs(app.context(), [job(2)])).toBeNull();
  expect(await findPaymentOfJobs(app.context(), [job(1)])).toBe(paid);
  await app.runOutbox();
  expect(await read(half.transactionID)).toMatchObject({ refundStatus: 'succeeded' });
});

test('an amount is shared over the visits by what is left of each', async () => {
  await give({ parts: [{ jobID: job(0), cents: PACKAGE_PRICE }] });
  const shared = await app.call(
    calls.refundTransaction,
    { params: { id: paid }, body: { amount: 1001, reason: 'We came late' } },
    office,
  );
  const parts = shared.body.allocations.map(({ jobID, cents }) => [jobID, cents]);
  expect(Object.fromEntries(parts)).toEqual({ [job(1)]: expect.any(Number), [job(2)]: expect.any(Number) });
  expect(parts.map(([, cents]) => cents).sort()).toEqual([-500, -501]);
  const rest = await app.call(
    calls.refundTransaction,
    { params: { id: paid }, body: { reason: 'The rest' } },
    office,
  );
  expect(rest.body.total).toBe(-(PACKAGE_PRICE * 2 - 1001));
  expect(await read(paid)).toMatchObject({ refunded: PACKAGE_PRICE * VISITS });
  const books = (await checkLedger(app.context())).filter(({ invariant }) => !invariant.startsWith('I5'));
  expect(books).toEqual([]);
});

/** The office refunds part of one visit of the series. */
const refundVisit = (index: number, body: { amount?: number; jobID?: string }, key = app.services.newID()) =>
  app.call(
    calls.refundTransaction,
    { params: { id: paid }, body: { jobID: job(index), reason: 'We came late', ...body } },
    { ...office, headers: { ...office.headers, 'idempotency-key': key } },
  );
const cancel = (index: number) =>
  app.call(cancelJob, { params: { id: job(index) }, body: { onBehalfOf: 'company' } }, office);

test('half of one visit is refunded once; cancellations then give back the rest of each visit exactly', async () => {
  const half = PACKAGE_PRICE / 2;
  const key = app.services.newID();
  const first = await refundVisit(1, { amount: half }, key);
  expect(first.body).toMatchObject({
    total: -half,
    jobID: job(1),
    allocations: [{ jobID: job(1), cents: -half }],
  });
  expect((await refundVisit(1, { amount: half }, key)).body.id).toBe(first.body.id);
  expect(await read(paid)).toMatchObject({
    refunded: half,
    allocations: [
      { jobID: job(0), refunded: 0 },
      { jobID: job(1), refunded: half },
      { jobID: job(2), refunded: 0 },
    ],
  });
  const tooMuch = await refundVisit(1, { amount: half + 1 });
  expect(problem(tooMuch)).toMatchObject({ code: 'refund_too_much', left: half });

  expect((await cancel(1)).body).toMatchObject({ refund: half });
  expect((await cancel(2)).body).toMatchObject({ refund: PACKAGE_PRICE });
  expect(await read(paid)).toMatchObject({
    refunded: PACKAGE_PRICE * 2,
    allocations: [{ refunded: 0 }, { refunded: PACKAGE_PRICE }, { refunded: PACKAGE_PRICE }],
  });
  expect(problem(await refundVisit(1, {}))).toMatchObject({ code: 'refund_too_much', left: 0 });
  expect((await refundVisit(0, {})).body.total).toBe(-PACKAGE_PRICE);
  await app.runOutbox();
  const books = (await checkLedger(app.context())).filter(({ invariant }) => !invariant.startsWith('I5'));
  expect(books).toEqual([]);
});

test('a visit that the payment was not for is refused, and nothing is refunded', async () => {
  const other = await refundVisit(0, { jobID: app.services.newID(), amount: 100 });
  expect(problem(other)).toMatchObject({
    code: 'not_refundable',
    detail: 'This payment was not for that visit. Open the payments of the visit.',
  });
  expect(await read(paid)).toMatchObject({ refunded: 0 });
});

test('a visit that was not paid by this payment cannot be refunded from it', async () => {
  const refused = await app.call(
    calls.refundTransaction,
    { params: { id: app.services.newID() }, body: { reason: 'Nothing' } },
    office,
  );
  expect(problem(refused).code).toBe('not_found');
  expect(await give({ parts: [{ jobID: app.services.newID(), cents: 1 }] })).toMatchObject({
    refusal: 'refund_too_much',
  });
});

test('a change of the visit and a refund of its payment do not deadlock', async () => {
  const change = () =>
    inTransaction(app.context(), async (tx) => {
      await tx.db.selectFrom('job').select('id').where('id', '=', job(0)).forUpdate().execute();
      return refundPayment(tx, {
        transactionID: paid,
        parts: [{ jobID: job(0), cents: 10 }],
        to: 'card',
        reason: 'Cancelled',
      });
    });
  const refund = () =>
    app.call(
      calls.refundTransaction,
      { params: { id: paid }, body: { amount: 30, reason: 'Late' } },
      { ...office, headers: { 'idempotency-key': app.services.newID() } },
    );
  const outcomes = await Promise.all([1, 2, 3, 4].flatMap(() => [change(), refund()]));
  expect(outcomes.filter(isRefusal)).toEqual([]);
  expect(await read(paid)).toMatchObject({ refunded: 160 });
  const { rows } = await app.database.pool.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});

describe('at the same time', () => {
  const officeIn = (ctx: Context) =>
    ({
      ...ctx,
      actor: { role: 'admin', id: crypto.randomUUID(), sessionID: '', officeRole: 'owner' },
    }) as const;
  const most = { amount: PACKAGE_PRICE - 1000, to: 'card', reason: 'We came late' } as const;
  const refundIn = (ctx: Context) => refundTransaction(officeIn(ctx), paid, { ...most, jobID: job(1) });
  const cancelIn = (ctx: Context) => cancelLocked(officeIn(ctx), job(1), {});
  const unlocked = <C extends Context>(ctx: C): C => ({
    ...ctx,
    db: withHooks(ctx.db, { change: withoutLocks }),
  });
  const refundedOfVisit = async () =>
    (await read(paid)).allocations.find(({ jobID }) => jobID === job(1))?.refunded;

  test('two people refund most of one visit: the second is refused', async () => {
    const second = await overlap(app, refundIn, () => refundIn(app.context()));
    expect(second).toMatchObject({ refusal: 'refund_too_much', extensions: { left: 1000 } });
    expect(await refundedOfVisit()).toBe(most.amount);
  });

  test('one cancels a visit while another refunds it: together they give back its price', async () => {
    const late = await overlap(app, cancelIn, () => refundIn(app.context()));
    expect(late).toMatchObject({ refusal: 'refund_too_much', extensions: { left: 0 } });
    expect(await refundedOfVisit()).toBe(PACKAGE_PRICE);
  });

  test('one refunds a visit while another cancels it: the cancellation gives back the rest', async () => {
    const late = await overlap(app, refundIn, () => cancelIn(app.context()));
    expect(late).toMatchObject({ refund: 1000 });
    expect(await refundedOfVisit()).toBe(PACKAGE_PRICE);
  });

  test.each([
    ['two refunds', refundIn],
    ['a cancellation and a refund', cancelIn],
  ])('(without the locks, %s give back more than the visit cost)', async (_what, first) => {
    await overlap(
      app,
      (tx) => first(unlocked(tx)),
      () => refundIn(unlocked(app.context())),
    );
    expect(await refundedOfVisit()).toBeGreaterThan(PACKAGE_PRICE);
  });
});
