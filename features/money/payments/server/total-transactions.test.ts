import { expect, test } from 'vitest';
import { signedIn } from '#platform/testing/signed-in.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { feature } from './index.ts';
import { addPayer } from './testing/sales.ts';

const app = await startTestApp({ features: [feature] });
const admin = await signedIn(app, 'admin');
const mei = await addPayer(app, { firstname: 'Mei' });
const arun = await addPayer(app, { firstname: 'Arun' });

async function record(customerID: string, total: number, method: 'cash' | 'paynow' | 'adjustment') {
  const made = await app.call(calls.createTransaction, { body: { customerID, total, method } }, admin);
  expect(made.status).toBe(201);
  return made.body.id;
}

const first = await record(mei, 10_000, 'cash');
await record(mei, 2_500, 'paynow');
await record(arun, 8_100, 'paynow');
await record(arun, -500, 'adjustment');
const trashed = await record(arun, 77_700, 'cash');
await app.call(calls.trashTransaction, { params: { id: trashed } }, admin);
const refund = await app.call(
  calls.refundTransaction,
  { params: { id: first }, body: { amount: 3_000, reason: 'Half the visit' } },
  admin,
);
expect(refund.status).toBe(200);

test('the totals are by method and in all', async () => {
  const { status, body } = await app.call(calls.totalTransactions, { query: {} }, admin);
  expect(status).toBe(200);
  expect(body).toEqual({
    count: 5,
    taken: 20_100,
    refunded: 3_000,
    net: 17_100,
    byMethod: [
      { method: 'cash', count: 2, taken: 10_000, refunded: 3_000, net: 7_000 },
      { method: 'paynow', count: 2, taken: 10_600, refunded: 0, net: 10_600 },
      { method: 'adjustment', count: 1, taken: -500, refunded: 0, net: -500 },
    ],
  });
});

test.each([
  {},
  { trash: '1' },
  { trash: '*' },
  { type: 'refund' },
  { method: 'paynow' },
  { q: 'Arun' },
  { customerID: mei },
  { from_date: '2026-11-23', to_date: '2026-11-23' },
  { to_date: '2020-01-01' },
] as const)('the totals of %o are those of the list', async (query) => {
  const { body } = await app.call(calls.totalTransactions, { query }, admin);
  const { items } = (await app.call(calls.listTransactions, { query: { ...query, size: 1000 } }, admin)).body;
  const net = items.reduce((sum, { total }) => sum + total, 0);
  const refunded = items.reduce((sum, { type, total }) => (type === 'refund' ? sum - total : sum), 0);
  expect(body).toMatchObject({ count: items.length, net, refunded, taken: net + refunded });
  expect(body.byMethod.reduce((sum, part) => sum + part.net, 0)).toBe(net);
});

test('only the office sees totals', async () => {
  const customer = await signedIn(app, 'customer', mei);
  expect((await app.call(calls.totalTransactions, { query: {} }, customer)).status).toBe(403);
});
