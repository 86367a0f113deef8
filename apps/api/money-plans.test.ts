import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startBookingApp } from '#features/booking/server/testing/booking-app.ts';
import { bookVisits, payFor } from '#features/booking/server/testing/booking-calls.ts';
import { addCode } from '#features/booking/server/testing/codes-and-hours.ts';
import { addCleaner, addCustomer, makeWorld, type World } from '#features/booking/server/testing/world.ts';
import { updateCredit } from '#features/checkout/contract.ts';
import { payPackage, receiveCredit, sendCredit } from '#features/credits/contract.ts';
import { addPack, giveHours } from '#features/credits/server/testing/credit-world.ts';
import { cancelJob, previewCancellation } from '#features/jobs/contract.ts';
import { chargeCard } from '#features/payments/contract/ad-hoc.ts';
import { refundTransaction } from '#features/payments/contract.ts';
import { collectPlans, type PlanNode, scannedOf, walkedOf } from '#platform/testing/query-plans.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As, TestApp } from '#platform/testing/test-app.ts';
import { startTestStripe, type TestStripe } from '#platform/testing/test-stripe.ts';
import { features } from './features.ts';
import { LARGE } from './testing/large-tables.ts';

/** What is asked before and while money moves, in a company with a million of everything. */
let app: TestApp;
let stripe: TestStripe;
let world: World;
let office: As;
let mei: As;
let meiId: string;
const plans: PlanNode[] = [];
/** Nothing is read in the order of its key: who walks along that looks for something that no index answers. */
const WITHOUT_ORDER = new Set(['payment_attempt']);

beforeAll(async () => {
  stripe = await startTestStripe();
  app = await startBookingApp({ features, providers: { payments: stripe.payments } });
  collectPlans(app.database.pool, plans);
  world = await makeWorld(app.context(), { customers: 0, cleaners: 0 });
  office = await signedIn(app, 'admin');
  await addCode(app.context(), 'PLANS10');
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});
beforeEach(async () => {
  world = { ...world, customers: [await addCustomer(app.context())] };
  meiId = world.customers[0]?.id ?? '';
  mei = await signedIn(app, 'customer', meiId);
});

const bookOne = async () =>
  (await bookVisits(app, mei, world, { cleanerId: await addCleaner(app.context()) }))[0] ?? '';

/** Whole tables that were read while something was done, which succeeds. */
async function scannedWhile(work: () => Promise<{ readonly status: number; readonly body: unknown }>) {
  plans.length = 0;
  const { status, body } = await work();
  expect([status, body]).toEqual([status < 300 ? status : 200, body]);
  expect(plans.length).toBeGreaterThan(0);
  return readWhole();
}

async function readWhole(): Promise<string[]> {
  const asked = [...plans]; // its own question is none of them
  return [...scannedOf(asked, LARGE), ...(await walkedOf(app.database.pool, asked, WITHOUT_ORDER))];
}

test('a visit is paid by card, previewed and cancelled by indexes', async () => {
  const id = await bookOne();
  const cancelling = { params: { id }, body: {} };
  expect(await scannedWhile(() => payFor(app, mei, id))).toEqual([]);
  expect(await scannedWhile(() => app.call(previewCancellation, { params: { id } }, mei))).toEqual([]);
  expect(await scannedWhile(() => app.call(cancelJob, cancelling, mei))).toEqual([]);
});

test('a visit is paid with a code and hours, and these come back, by indexes', async () => {
  await giveHours(app.context(), meiId, { hours: 5 });
  const id = await bookOne();
  const paying = { body: { jobID: id, promocode: 'PLANS10' } };
  expect(await scannedWhile(() => app.call(updateCredit, paying, mei))).toEqual([]);
  expect(await scannedWhile(() => payFor(app, mei, id))).toEqual([]);
  expect(await scannedWhile(() => app.call(cancelJob, { params: { id }, body: {} }, mei))).toEqual([]);
});

test('hours are bought, sent and claimed, and refused to a stranger, by indexes', async () => {
  const params = { id: await addPack(app.context()) };
  const buying = { params, body: { stripeToken: 'tok_visa', change: true } };
  const sending = { body: { amount: 1, email: 'friend@example.com' } };
  expect(await scannedWhile(() => app.call(payPackage, buying, mei))).toEqual([]);
  expect(await scannedWhile(() => app.call(sendCredit, sending, mei))).toEqual([]);
  plans.length = 0;
  const { status } = await app.call(receiveCredit, { body: { code: 'ABCD-EFGH-JKMN' } }, mei);
  expect([status, await readWhole()]).toEqual([404, []]);
});

test('the office charges a card and gives money back by indexes', async () => {
  const packId = await addPack(app.context());
  const buying = { params: { id: packId }, body: { stripeToken: 'tok_visa', change: true } };
  await app.call(payPackage, buying, mei);
  const charging = { body: { customerID: meiId, total: 2000, details: 'Windows' } };
  let transactionId = '';
  const charge = async () => {
    const reply = await app.call(chargeCard, charging, office);
    transactionId = reply.body.id;
    return reply;
  };
  expect(await scannedWhile(charge)).toEqual([]);
  const refunding = { params: { id: transactionId }, body: { reason: 'Rain' } };
  expect(await scannedWhile(() => app.call(refundTransaction, refunding, office))).toEqual([]);
});

test('every sweep but that of the books finds what is due by an index', async () => {
  await app.runOutbox();
  for (const [name, sweep] of Object.entries(app.services.composed.sweeps)) {
    if (name === 'ledger:check') continue;
    plans.length = 0;
    await sweep(app.context());
    expect([name, await readWhole()]).toEqual([name, []]);
  }
});
