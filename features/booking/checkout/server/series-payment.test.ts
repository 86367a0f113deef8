import { beforeEach, expect, test } from 'vitest';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { bookVisits, payFor } from '#features/booking/booking/server/testing/booking-calls.ts';
import { addCleaner, PACKAGE_PRICE } from '#features/booking/booking/server/testing/world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { listPaymentAlarms } from '#features/money/payments/contract.ts';
import * as jobsCalls from '#features/work/jobs/contract.ts';
import { findJobs, startPaying, stopPaying } from '#features/work/jobs/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { cancelJobPayment } from '../contract.ts';
import { bookingOf } from './booking-to-pay.ts';

let office: As;
let mei: As;
let first = '';
let second = '';

const { app, stripe, world } = await startBusiness({ customers: 1 });

beforeEach(async () => {
  app.clock.advance({ minutes: 16 });
  await app.runCronJobs();
  office = await signedIn(app, 'admin');
  mei = await signedIn(app, 'customer', world.customers[0]?.id);
  const cleanerID = await addCleaner(app.context());
  [first = '', second = ''] = await bookVisits(app, mei, world, { cleanerID, visits: 2 });
});

const commit = (as: As, id = first, stripeToken?: string) => payFor(app, as, id, stripeToken);
const trash = (id: string) => app.call(jobsCalls.trashJob, { params: { id } }, office);
const restore = (id: string) => app.call(jobsCalls.untrashJob, { params: { id } }, office);

async function bookingAsReadBefore(meanwhile: () => Promise<unknown>) {
  const [seen] = await findJobs(app.context(), [first]);
  if (seen === undefined) throw new Error('The series was not booked.');
  await meanwhile();
  return (await bookingOf(app.context(), seen)).jobs.map(({ id, status }) => ({ id, status }));
}

test('a series that is paid concurrently is found as paid', async () => {
  expect(await bookingAsReadBefore(() => commit(mei))).toEqual([
    { id: first, status: 'paid' },
    { id: second, status: 'paid' },
  ]);
});

test('a series whose hold expires concurrently is found as expired', async () => {
  const runOut = async () => {
    app.clock.advance({ minutes: 16 });
    await app.runCronJobs();
  };
  expect(await bookingAsReadBefore(runOut)).toEqual([
    { id: first, status: 'expired' },
    { id: second, status: 'expired' },
  ]);
});

test('a visit that is trashed concurrently is not paid with the others', async () => {
  const found = await bookingAsReadBefore(() => trash(first));
  expect(found).toEqual([{ id: first, status: 'expired' }]);
  const reply = await commit(office);
  expect([reply.status, problem(reply).code]).toEqual([409, 'not_payable']);
});

test('a paid, trashed series is returned as paid when the office commits again', async () => {
  const paid = await commit(mei);
  await trash(first);
  await trash(second);
  const again = await commit(office);
  expect([again.status, again.body]).toMatchObject([
    200,
    { transactionID: 'transactionID' in paid.body ? paid.body.transactionID : '' },
  ]);
});

/**
 * The second visit is removed from the hold and held separately: its challenge is open, and the first one
 * waits.
 */
async function payForSecondAlone(): Promise<string> {
  await trash(second);
  await restore(second);
  const asked = await commit(mei, second, 'tok_threeDSecure2Required');
  expect(asked.body).toMatchObject({ requiresAction: true });
  return 'clientSecret' in asked.body ? asked.body.clientSecret : '';
}

test('visits of a series with separate holds are paid separately, each once', async () => {
  const before = await stripe.charges();
  const clientSecret = await payForSecondAlone();
  await commit(mei);
  await stripe.answer(clientSecret, true);
  await app.call(cancelJobPayment, { params: { id: second } }, mei);
  const { rows } = await app.database.pool.query(
    `select job.status, part.cents, paid.total from job
     left join payment_allocation part on part.job_id = job.id
     left join money_transaction paid on paid.id = part.transaction_id
     where job.id = any($1)`,
    [[first, second]],
  );
  const paidOnce = { status: 'paid', cents: PACKAGE_PRICE, total: PACKAGE_PRICE };
  expect(rows).toEqual([paidOnce, paidOnce]);
  expect((await stripe.charges()) - before).toBe(2);
  expect((await app.call(listPaymentAlarms, {}, office)).body.items).toEqual([]);
  expect(await checkLedger(app.context())).toEqual([]);
});

test('a failed charge extends each of its holds a little', async () => {
  await payForSecondAlone();
  const jobs = await findJobs(app.context(), [first, second]);
  await inTransaction(app.context(), (tx) => startPaying(tx, jobs));
  app.clock.advance({ minutes: 10 });
  await inTransaction(app.context(), (tx) => stopPaying(tx, jobs));
  const soon = app.clock.now().add({ minutes: 10 });
  const { rows } = await app.database.pool.query(
    `select hold.paying_since, hold.expires_at, entry.held_until
     from job join job_hold hold on hold.id = job.hold_id join cleaner_occupation entry on entry.job_id = job.id
     where job.id = any($1) and entry.released_at is null`,
    [[first, second]],
  );
  const seen = rows.map((row) => [
    row.paying_since,
    readDatabaseTime(row.expires_at).toString(),
    readDatabaseTime(row.held_until).toString(),
  ]);
  const lengthened = [null, soon.toString(), soon.toString()];
  expect(seen).toEqual([lengthened, lengthened]);
});
