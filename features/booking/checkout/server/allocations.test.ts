import { beforeEach, describe, expect, test } from 'vitest';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { bookVisits, payFor } from '#features/booking/booking/server/testing/booking-calls.ts';
import { addCleaner, PACKAGE_PRICE } from '#features/booking/booking/server/testing/world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { listTransactions } from '#features/money/payments/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As } from '#platform/testing/test-app.ts';

let mei: As;
let cleanerID: string;

const { app, world } = await startBusiness({ customers: 1 });

beforeEach(async () => {
  cleanerID = await addCleaner(app.context());
  mei = await signedIn(app, 'customer', world.customers[0]?.id);
});

const book = (visits: number) => bookVisits(app, mei, world, { cleanerID, visits });

const pay = (id: string) => payFor(app, mei, id);

const transactionsOf = async (jobID: string, as = mei) =>
  (await app.call(listTransactions, { query: { jobID } }, as)).body.items;

const byJob = (ids: readonly string[], cents: number) => ids.map((jobID) => ({ jobID, cents }));

describe('a transaction that pays for jobs', () => {
  test('has an allocation per visit of a series, and is found by each of them', async () => {
    const ids = await book(3);
    const paid = await pay(String(ids[2]));
    const { transactionID } = paid.body as { transactionID: string };
    for (const id of ids) {
      expect(await transactionsOf(id)).toMatchObject([
        {
          id: transactionID,
          jobID: ids[0],
          total: 3 * PACKAGE_PRICE,
          allocations: byJob(ids, PACKAGE_PRICE),
        },
      ]);
      expect((await pay(id)).body).toMatchObject({ transactionID });
    }
    expect(await checkLedger(app.context())).toEqual([]);
  });

  test('waives every visit of a series that costs nothing', async () => {
    const ids = await book(2);
    await app.database.pool.query('update job set amount_to_pay = 0 where id = any($1)', [ids]);
    const { transactionID } = (await pay(String(ids[0]))).body as { transactionID: string };
    for (const id of ids) {
      expect(await transactionsOf(id)).toMatchObject([{ id: transactionID, allocations: byJob(ids, 0) }]);
    }
    expect(await checkLedger(app.context())).toEqual([]);
  });
});

describe('the database', () => {
  test.each([
    ['a missing allocation', 'delete from payment_allocation where transaction_id = $1'],
    [
      'an allocation that is too large',
      'update payment_allocation set cents = cents + 1 where transaction_id = $1',
    ],
    [
      'a total that differs from its allocations',
      'update money_transaction set total = total + 1 where id = $1',
    ],
    [
      'allocations of a transaction without a job',
      'update money_transaction set job_id = null where id = $1',
    ],
  ])('refuses %s', async (_what, statement) => {
    const { transactionID } = (await pay(String((await book(2))[0]))).body as { transactionID: string };
    await expect(app.database.pool.query(statement, [transactionID])).rejects.toThrow('do not add up');
  });
});

test('the ledger check reports a paid job without an allocation, and one with a wrong amount', async () => {
  const [unpaid = ''] = await book(1);
  const mark = (status: string) =>
    app.database.pool.query('update job set status = $2 where id = $1', [unpaid, status]);
  await mark('paid');
  expect(await checkLedger(app.context())).toEqual([
    { invariant: 'I5 a paid job has its part of a payment that it was waiting for', what: unpaid },
  ]);
  await mark('expired');
  cleanerID = await addCleaner(app.context());
  const [paid = ''] = await book(1);
  await pay(paid);
  await app.database.pool.query('update job set amount_to_pay = amount_to_pay - 1 where id = $1', [paid]);
  expect(await checkLedger(app.context())).toEqual([
    { invariant: 'I5 what a card paid for a job is what the job was to cost', what: paid },
  ]);
  await app.database.pool.query('update job set amount_to_pay = amount_to_pay + 1 where id = $1', [paid]);
  expect(await checkLedger(app.context())).toEqual([]);
});
