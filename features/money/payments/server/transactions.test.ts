import { describe, expect, it } from 'vitest';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { checkBooksAfterEach } from '#features/money/ledger/server/testing/books.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, startTestApp } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { feature } from './index.ts';
import { addPayer } from './testing/sales.ts';

const app = await startTestApp({ features: [feature] });
const admin = await signedIn(app, 'admin');
const mei = await customer('Mei');
const arun = await customer('Arun');

async function customer(firstname: string) {
  const id = await addPayer(app, { firstname });
  return { id, as: await signedIn(app, 'customer', id) };
}

async function cash(customerID: string, total = 8100, details = 'Paid at the door') {
  // A new session: the clock of these tests outlives the first one.
  const office = await signedIn(app, 'admin');
  const made = await app.call(calls.createTransaction, { body: { customerID, total, details } }, office);
  expect(made.status).toBe(201);
  return made.body;
}

checkBooksAfterEach(() => app);

describe('a manual entry', () => {
  it('is posted with a receipt number and a ledger posting', async () => {
    const made = await cash(mei.id);
    expect(made).toMatchObject({
      type: 'manual',
      method: 'cash',
      total: 8100,
      customerID: mei.id,
      customer: { id: mei.id, fullname: 'Mei Tan' },
      jobID: null,
      packageID: null,
      refundOf: null,
      details: 'Paid at the door',
      trash: 0,
      createdAt: '2026-11-23T10:00:00+08:00',
    });
    expect(made.receiptNo).toBeGreaterThan(0);
    const next = await cash(mei.id);
    expect(next.receiptNo).toBeGreaterThan(made.receiptNo);
    expect(await checkLedger(app.context())).toEqual([]);
  });

  it('is always of type manual, whatever type a client sends', async () => {
    const body = { type: 'ad-hoc', total: 500, customerID: mei.id, details: 'Key handover' };
    const made = await app.call(calls.createTransaction, { body } as never, admin);
    expect(made).toMatchObject({ status: 201, body: { type: 'manual', total: 500 } });
  });

  it.each([
    [{ type: 'paynow' }, 'paynow'],
    [{ type: 'bank' }, 'bank'],
    [{ type: 'adjustment' }, 'adjustment'],
    [{ type: 'cash' }, 'cash'],
    [{ type: 'cash', method: 'bank' }, 'bank'],
    [{ type: 'ad-hoc' }, 'cash'],
    [{}, 'cash'],
  ])('reads %j as the method %s', async (over, method) => {
    const body = { customerID: mei.id, total: 100, ...over };
    const made = await app.call(calls.createTransaction, { body } as never, admin);
    expect(made).toMatchObject({ status: 201, body: { type: 'manual', method } });
  });

  it.each([
    ['nothing', { total: 0 }],
    ['an unknown type', { type: 'barter' }],
    ['half a cent', { total: 0.5 }],
    ['too much', { total: 2 ** 31 }],
    ['text', { total: '1e3' }],
    ['a card', { method: 'card' }],
    ['an unknown customer', { customerID: '0192f0c1-2b5e-7000-8000-000000000000' }],
    ['an unknown package', { packageID: '0192f0c1-2b5e-7000-8000-000000000000' }],
    ['an unknown field', { surprise: 1 }],
  ])('is refused: %s', async (_name, over) => {
    const body = { customerID: mei.id, total: 100, ...over };
    const reply = await app.call(calls.createTransaction, { body } as never, admin);
    expect(reply.status).toBe(422);
    expect(problem(reply).errors).toHaveLength(1);
  });

  it('is posted once per Idempotency-Key', async () => {
    const body = { customerID: arun.id, total: 4200 };
    const keyed = { ...admin, headers: { 'idempotency-key': 'k1' } };
    const first = await app.call(calls.createTransaction, { body }, keyed);
    const again = await app.call(calls.createTransaction, { body }, keyed);
    expect(again.body).toEqual(first.body);
    const other = await app.call(calls.createTransaction, { body: { ...body, total: 1 } }, keyed);
    expect(other.status).toBe(409);
  });

  it('can be corrected: the ledger gets the difference', async () => {
    const made = await cash(mei.id, 8100);
    const change = { params: { id: made.id }, body: { total: 9000, details: 'Paid more' } };
    const changed = await app.call(calls.updateTransaction, change, admin);
    expect(changed.body).toMatchObject({ total: 9000, details: 'Paid more' });
    const entries = await app.services.db
      .selectFrom('ledger_entry as entry')
      .innerJoin('ledger_tx as posting', 'posting.id', 'entry.txID')
      .select(['entry.account', 'entry.amount'])
      .where('posting.refID', '=', made.id)
      .where('entry.account', '=', 'cash')
      .execute();
    expect(entries.map((entry) => entry.amount).toSorted()).toEqual([8100, 900].toSorted());
    expect(await checkLedger(app.context())).toEqual([]);
  });
});

it('a card’s amount cannot be edited, but its note can', async () => {
  const id = app.services.newID();
  const createdAt = app.clock.now().toString();
  await app.services.db
    .insertInto('money_transaction')
    .values({
      id,
      type: 'ad-hoc',
      method: 'card',
      total: 5000,
      customerID: mei.id,
      details: '',
      createdAt: createdAt,
    })
    .execute();
  const refused = await app.call(calls.updateTransaction, { params: { id }, body: { total: 1 } }, admin);
  expect(problem(refused)).toMatchObject({ status: 409, code: 'amount_fixed' });
  const noted = await app.call(
    calls.updateTransaction,
    { params: { id }, body: { details: 'Late fee' } },
    admin,
  );
  expect(noted.body).toMatchObject({ total: 5000, details: 'Late fee' });
});

describe('visibility', () => {
  it('customers see their own, whatever they ask for', async () => {
    await cash(mei.id);
    await cash(arun.id);
    const asked = { query: { customerID: arun.id, trash: '*' as const, size: 100 } };
    const others = await app.call(calls.listTransactions, asked, mei.as);
    expect(others.body).toMatchObject({ items: [], total: 0 });
    const own = await app.call(calls.listTransactions, { query: { size: 100 } }, mei.as);
    expect(own.body.items.length).toBeGreaterThan(0);
    expect(new Set(own.body.items.map((item) => item.customerID))).toEqual(new Set([mei.id]));
  });

  it('another customer’s transaction is 404', async () => {
    const { id } = await cash(arun.id);
    expect((await app.call(calls.readTransaction, { params: { id } }, mei.as)).status).toBe(404);
    expect((await app.call(calls.readTransaction, { params: { id } }, arun.as)).status).toBe(200);
  });

  it('the trash hides a transaction from lists and customers, and leaves the ledger unchanged', async () => {
    const { id } = await cash(arun.id);
    const trashed = await app.call(calls.trashTransaction, { params: { id } }, admin);
    expect(trashed.body.trash).toBe(1);
    expect((await app.call(calls.readTransaction, { params: { id } }, arun.as)).status).toBe(404);
    const listed = await app.call(calls.listTransactions, { query: { size: 1000 } }, admin);
    expect(listed.body.items.some((item) => item.id === id)).toBe(false);
    const restored = await app.call(calls.untrashTransaction, { params: { id } }, admin);
    expect(restored.body.trash).toBe(0);
  });

  it('the office filters by customer, method and day, and downloads', async () => {
    app.clock.set('2026-11-25T23:59:59+08:00');
    const late = await cash(mei.id, 100, 'Late on the 25th');
    app.clock.set('2026-11-26T00:00:00+08:00');
    await cash(mei.id, 200, 'Early on the 26th');
    const query = {
      from_date: '2026-11-25',
      to_date: '2026-11-25',
      customerID: mei.id,
      method: 'cash' as const,
    };
    const office = await signedIn(app, 'admin');
    const found = await app.call(calls.listTransactions, { query }, office);
    expect(found.body).toMatchObject({ items: [{ id: late.id }], total: 1 });
    const csv = await app.call(calls.listTransactions, { query: { ...query, download: '1' } }, office);
    expect(csv.headers['content-disposition']).toContain('filename="transactions-2026-11-25.csv"');
    expect(String(csv.body)).toContain(
      `,2026-11-25 23:59,Mei Tan,${mei.id},,manual,,cash,,1.00,0.00,1.00,Late on the 25th`,
    );
    const theirs = await app.call(calls.listTransactions, { query: { download: '1' } }, await fresh(mei.id));
    expect(theirs.status).toBe(403);
  });

  it.each([
    ['createTransaction', calls.createTransaction],
    ['updateTransaction', calls.updateTransaction],
    ['trashTransaction', calls.trashTransaction],
    ['untrashTransaction', calls.untrashTransaction],
  ])('%s is allowed to the office only', async (_name, call) => {
    const input = { params: { id: app.services.newID() }, body: {} } as never;
    expect((await app.call(call, input)).status).toBe(401);
    expect((await app.call(call, input, await fresh(mei.id))).status).toBe(403);
    expect((await app.call(call, input, await signedIn(app, 'cleaner'))).status).toBe(403);
  });
});

/** A new session: the clock of these tests outlives the first one. */
function fresh(id: string): Promise<As> {
  return signedIn(app, 'customer', id);
}
