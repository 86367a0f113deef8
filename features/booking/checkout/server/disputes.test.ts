import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Person, startAttackWorld } from '#features/booking/booking/server/testing/attack-world.ts';
import { listLots } from '#features/money/credits/contract.ts';
import { addPack } from '#features/money/credits/server/testing/credit-world.ts';
import { checkBooksAfterEach } from '#features/money/ledger/server/testing/books.ts';
import { listPaymentAlarms, resolvePaymentAlarm } from '#features/money/payments/contract.ts';
import { getCustomer } from '#features/people/customers/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As } from '#platform/testing/test-app.ts';

/* A cardholder disputes a payment: what waits for the bank, and the effects of its decision. */

const PRICE = 9000;
const PER_HOUR = 2700;
const PACK_PRICE = 12 * PER_HOUR;

let office: As;
let mei: Person;

const world = await startAttackWorld();

beforeEach(async () => {
  office = await signedIn(world.app, 'admin');
  mei = await world.person();
  world.app.sent.mail.length = 0;
});
checkBooksAfterEach(() => world.app);

interface Disputed {
  readonly transactionID: string;
  /** The provider's id. */
  readonly disputeID: string;
}

async function disputeOf(transactionID: string): Promise<Disputed> {
  const { stripePiID } = await world.app.services.db
    .selectFrom('payment_attempt as attempt')
    .innerJoin('money_transaction as paid', 'paid.attemptID', 'attempt.id')
    .select('attempt.stripePiID')
    .where('paid.id', '=', transactionID)
    .executeTakeFirstOrThrow();
  const all = (await world.stripe.fake.objects('dispute')) as readonly {
    id: string;
    payment_intent: string;
  }[];
  return { transactionID, disputeID: String(all.find((one) => one.payment_intent === stripePiID)?.id) };
}

async function disputedVisit() {
  const id = await world.hold(mei);
  const paid = await world.post(mei.as, `/jobs/${id}/commit`, { stripeToken: 'tok_createDispute' });
  return { id, ...(await disputeOf(String(paid.body.transactionID))) };
}

async function disputedPack(hours = 12): Promise<Disputed> {
  const pack = await addPack(world.app.context(), { hours, perHour: PER_HOUR });
  const body = { stripeToken: 'tok_createDispute', price: hours * PER_HOUR };
  const paid = await world.post(mei.as, `/packages/${pack}/pay`, body);
  return disputeOf(String(paid.body.transactionID));
}

let events = 0;

/** Sends an event of the provider `times` times. */
async function tell(
  { disputeID }: Disputed,
  type: 'created' | 'updated' | 'closed',
  times = 1,
): Promise<void> {
  events += 1;
  const object = { id: disputeID, object: 'dispute' };
  const hint = world.stripe.hint({ id: `evt_dispute_${events}`, type: `charge.dispute.${type}`, object });
  for (let i = 0; i < times; i += 1) {
    const heard = await world.app.request({ method: 'POST', url: '/api/webhooks/stripe', ...hint });
    expect(heard.status).toBe(200);
  }
}

async function close(dispute: Disputed, isWon: boolean): Promise<void> {
  await world.stripe.fake.closeDispute(dispute.disputeID, isWon);
  await tell(dispute, 'closed');
}

const refund = (transactionID: string, more: object = {}) =>
  world.post(office, `/transactions/${transactionID}/refund`, { reason: 'Not clean', ...more });
const moneyOf = async () => (await world.traceOf(mei)).givenBack;
const disputesOf = async () =>
  (await world.app.call(getCustomer, { params: { id: mei.id } }, office)).body.disputes;
const stateOf = ({ disputeID }: Disputed) =>
  world.app.services.db
    .selectFrom('payment_dispute')
    .select(['outcome', 'closedAt'])
    .where('providerRef', '=', disputeID)
    .executeTakeFirst();

/** The code is only in the task of the newest gift's e-mail. */
async function codeInQueue(): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    select payload #>> '{unkept,data,code}' as code from graphile_worker._private_jobs
    where payload #>> '{unkept,data,code}' is not null order by id desc limit 1`.execute(
    world.app.services.db,
  );
  return String(rows[0]?.code);
}

async function resolveAlarm(of: Disputed, resolution: 'refunded' | 'kept') {
  const { items } = (await world.app.call(listPaymentAlarms, {}, office)).body;
  const id = String(items.find((alarm) => alarm.providerRef === of.disputeID)?.id);
  return world.app.call(
    resolvePaymentAlarm,
    { params: { id }, body: { resolution, reason: 'As Stripe says' } },
    office,
  );
}

describe('a dispute', () => {
  test('is listed with its customer until it is won', async () => {
    const visit = await disputedVisit();
    expect(await disputesOf()).toEqual([]);
    await tell(visit, 'created');
    expect(await disputesOf()).toEqual([
      {
        transactionID: visit.transactionID,
        amount: PRICE,
        openedAt: expect.any(String),
        dueBy: expect.any(String),
        outcome: null,
      },
    ]);
    await close(visit, true);
    expect(await disputesOf()).toEqual([]);
  });

  test('that is lost stays listed with its customer', async () => {
    const visit = await disputedVisit();
    await close(visit, false);
    expect(await disputesOf()).toMatchObject([{ transactionID: visit.transactionID, outcome: 'lost' }]);
  });

  test('with duplicate, late and reordered events ends once as the bank decided', async () => {
    const visit = await disputedVisit();
    await close(visit, true);
    const decided = await stateOf(visit);
    expect(decided?.outcome).toBe('won');
    world.app.clock.advance({ hours: 5 });
    await tell(visit, 'created', 3);
    await tell(visit, 'updated', 2);
    await tell(visit, 'closed', 2);
    expect(await stateOf(visit)).toEqual(decided);
  });

  test('whose decision event was lost is resolved within an hour', async () => {
    const visit = await disputedVisit();
    await tell(visit, 'created');
    await world.stripe.fake.closeDispute(visit.disputeID, false);
    await world.app.runCronJobs();
    expect((await stateOf(visit))?.outcome).toBeNull();
    world.app.clock.advance({ minutes: 61 });
    await world.app.runCronJobs();
    expect((await stateOf(visit))?.outcome).toBe('lost');
  });
});

describe('while the dispute of a visit’s payment is open', () => {
  test.each(['card', 'credits'])('the office cannot refund it to %s', async (to) => {
    const visit = await disputedVisit();
    await tell(visit, 'created');
    expect(await refund(visit.transactionID, { to })).toMatchObject({
      status: 409,
      body: { code: 'payment_disputed', detail: expect.stringContaining('Answer the bank') },
    });
    await close(visit, true);
    expect((await refund(visit.transactionID, { to, amount: 1000 })).status).toBe(200);
  });

  test('the visit can be cancelled; the refund waits without a promise, and is made once the dispute is won', async () => {
    const visit = await disputedVisit();
    await tell(visit, 'created');
    const preview = await world.app.request({
      method: 'GET',
      url: `/api/jobs/${visit.id}/cancellation-preview`,
      headers: { authorization: `Bearer ${mei.as.jwt}` },
    });
    expect(preview.body).toMatchObject({ refund: PRICE, refundPending: true });
    const cancelled = await world.post(mei.as, `/jobs/${visit.id}/cancel`);
    expect(cancelled).toMatchObject({ status: 200, body: { refund: PRICE, refundPending: true } });
    expect((await world.post(mei.as, `/jobs/${visit.id}/cancel`)).body).toMatchObject({
      refundPending: true,
    });
    expect(await moneyOf()).toBe(0);
    const mail = world.app.sent.mail.find(({ subject }) => subject.includes('Cancelled'))?.body ?? '';
    expect(mail).toContain('Your bank is looking into this payment');
    expect(mail).not.toContain('working days');
    await world.app.runCronJobs();
    expect(await moneyOf()).toBe(0);
    await close(visit, true);
    await world.app.runCronJobs();
    await world.app.runCronJobs();
    expect(await moneyOf()).toBe(PRICE);
    expect((await world.post(mei.as, `/jobs/${visit.id}/cancel`)).body).toMatchObject({
      refundPending: false,
    });
  });

  test('a cancelled visit is not refunded if the dispute is lost', async () => {
    const visit = await disputedVisit();
    await tell(visit, 'created');
    await world.post(office, `/jobs/${visit.id}/cancel`);
    await close(visit, false);
    await world.app.runCronJobs();
    expect(await moneyOf()).toBe(0);
    expect((await resolveAlarm(visit, 'refunded')).status).toBe(200);
    expect((await world.traceOf(mei)).money).toEqual([-PRICE, PRICE]);
  });

  test('a visit of a lost dispute is cancelled without a refund, because the bank has returned the money', async () => {
    const visit = await disputedVisit();
    await close(visit, false);
    const cancelled = await world.post(office, `/jobs/${visit.id}/cancel`);
    expect(cancelled.body).toMatchObject({ refund: 0, refundPending: false });
    expect(await refund(visit.transactionID)).toMatchObject({
      status: 409,
      body: { code: 'payment_disputed' },
    });
    expect(await moneyOf()).toBe(0);
  });
});

describe('hours bought with a disputed payment', () => {
  const gift = (amount = 1) =>
    world.post(mei.as, '/customers/sendcredit', { amount, email: 'friend@example.com' });
  const useHours = (jobID: string) =>
    world.post(mei.as, '/customers/updatecredit', { jobID, credit_ID: null });
  const lots = async () => (await world.app.call(listLots, { params: { id: mei.id } }, office)).body;

  test('can neither be sent nor spent until it is won', async () => {
    const pack = await disputedPack();
    await tell(pack, 'created');
    expect(await gift()).toMatchObject({ status: 409, body: { code: 'credits_disputed' } });
    expect(await gift(13)).toMatchObject({ status: 409, body: { code: 'not_enough_credits' } });
    const id = await world.hold(mei);
    expect(await useHours(id)).toMatchObject({ status: 409, body: { code: 'credits_disputed' } });
    expect(await lots()).toMatchObject([{ numCredits: 12, isDisputed: true }]);
    await close(pack, true);
    expect(await lots()).toMatchObject([{ numCredits: 12, isDisputed: false }]);
    expect((await useHours(id)).body).toMatchObject({ creditsUsed: 3, amountToPay: 0 });
    expect((await gift()).status).toBe(200);
  });

  test('that are reserved for a held visit do not pay for it; another card does', async () => {
    const pack = await disputedPack(2);
    const id = await world.hold(mei);
    expect((await useHours(id)).body).toMatchObject({ creditsUsed: 2, amountToPay: 3000 });
    await tell(pack, 'created');
    const pay = () => world.post(mei.as, `/jobs/${id}/commit`, { stripeToken: 'tok_visa' });
    expect(await pay()).toMatchObject({ status: 409, body: { code: 'credits_disputed' } });
    await world.post(mei.as, '/customers/updatecredit', { jobID: id, credit_ID: '' });
    expect((await pay()).status).toBe(200);
    expect((await world.traceOf(mei)).taken).toBe(2 * PER_HOUR + PRICE);
  });

  test('cannot be claimed, or spent by the friend who has claimed them', async () => {
    const friend = await world.person();
    const send = async () => {
      expect((await gift()).status).toBe(200);
      return codeInQueue();
    };
    const claim = (code: string) => world.post(friend.as, '/customers/receivedcredit', { code });
    const pack = await disputedPack();
    const [first, second] = [await send(), await send()];
    expect((await claim(first)).status).toBe(200);
    await tell(pack, 'created');
    expect(await claim(second)).toMatchObject({ status: 409, body: { code: 'gift_not_ready' } });
    const id = await world.hold(friend);
    const spend = () => world.post(friend.as, '/customers/updatecredit', { jobID: id, credit_ID: null });
    expect(await spend()).toMatchObject({ status: 409, body: { code: 'credits_disputed' } });
    await close(pack, true);
    expect((await claim(second)).status).toBe(200);
    expect((await spend()).body).toMatchObject({ creditsUsed: 2 });
  });

  test('are taken back with the money once the dispute is lost and posted', async () => {
    const pack = await disputedPack();
    await close(pack, false);
    expect(await gift()).toMatchObject({ status: 409, body: { code: 'credits_disputed' } });
    expect((await resolveAlarm(pack, 'refunded')).status).toBe(200);
    expect(await world.traceOf(mei)).toMatchObject({
      hours: ['bought 12', 'refunded -12'],
      balance: 0,
      money: [-PACK_PRICE, PACK_PRICE],
      givenBack: 0,
    });
  });

  test('are taken back as far as they are left if some were used before', async () => {
    const pack = await disputedPack();
    const id = await world.hold(mei);
    expect((await useHours(id)).body).toMatchObject({ creditsUsed: 3 });
    await close(pack, false);
    expect((await resolveAlarm(pack, 'refunded')).status).toBe(200);
    expect(await world.traceOf(mei)).toMatchObject({
      hours: ['bought 12', 'held -3', 'adjusted -9'],
      balance: 0,
      givenBack: 0,
    });
  });
});
