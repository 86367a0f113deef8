import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Series,
  START,
  startSeriesWorld,
} from '#features/booking/booking/server/testing/series-world.ts';
import { payByInvoice } from '#features/booking/checkout/contract.ts';
import { setSettings } from '#features/catalogue/settings/server/testing/set-settings.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { checkBooksAfterEach } from '#features/money/ledger/server/testing/books.ts';
import { listTransactions, refundTransaction } from '#features/money/payments/contract.ts';
import { sumTaken } from '#features/money/payments/server/index.ts';
import { previewClosing } from '#features/people/customers/contract/account.ts';
import { cancelJob, getJob } from '#features/work/jobs/contract.ts';
import { finishJob, startJob } from '#features/work/visits/contract.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import {
  changeBilling,
  getInvoicePdf,
  issueInvoice,
  listDrafts,
  listInvoices,
  readAgeing,
  readBilling,
  readInvoice,
  readStatement,
  recordInvoicePayment,
  sendInvoice,
  writeOffInvoice,
} from '../contract.ts';
import { settleAccount } from './account.ts';
import { issueInvoice as issueInTx } from './issue-invoice.ts';

const world = await startSeriesWorld();
const { app } = world;
checkBooksAfterEach(() => app);
const PRICE = 9000;

const DETAILS = {
  billTo: 'Tan & Lim Pte Ltd',
  uen: '201912345K',
  address: '1 Raffles Place\n#10-01\nSingapore 048616',
  contact: 'Accounts',
  email: 'accounts@tan-lim.example',
  poNumber: 'PO-77',
  termsDays: 14,
  collect: 'month',
} as const;

let office: As;
beforeEach(async () => {
  world.setAhead({ hours: 96 });
  office = await signedIn(app, 'admin');
});

const at = (moment: string) => app.clock.set(`${moment}+08:00`);
const signInOffice = async () => {
  office = await signedIn(app, 'admin');
};

async function allow(customerID: string, more: object = {}): Promise<void> {
  const now = (await app.call(readBilling, { params: { id: customerID } }, office)).body;
  const body = { isAllowed: true, ...DETAILS, version: now.version, ...more };
  const saved = await app.call(changeBilling, { params: { id: customerID }, body }, office);
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
}

/** A weekly series that is billed by invoice. */
async function bookByInvoice(visits: number, more: object = {}): Promise<Series> {
  const series = await world.bookSeries(visits, { unpaid: true });
  await allow(series.meiID, more);
  const booked = await app.call(payByInvoice, { params: { id: idOf(series) }, body: {} }, series.mei);
  expect(booked.status, JSON.stringify(booked.body)).toBe(200);
  return series;
}

const idOf = ({ ids }: Pick<Series, 'ids'>, index = 0) => String(ids[index]);

async function clean(series: Series, index = 0): Promise<void> {
  const start = START.add({ hours: 7 * 24 * index });
  for (const [call, moment] of [
    [startJob, start],
    [finishJob, start.add({ hours: 3 })],
  ] as const) {
    app.clock.set(moment.toString());
    const crew = await signedIn(app, 'cleaner', series.cleanerID);
    const clocked = await app.call(call, { params: { id: idOf(series, index) }, body: {} }, crew);
    expect(clocked.status, JSON.stringify(clocked.body)).toBe(200);
  }
  await signInOffice();
}

const orderOf = (series: Series) => ({ customerID: series.meiID, until: today(), total: PRICE, send: false });

const today = () => app.clock.now().toZonedDateTimeISO('Asia/Singapore').toPlainDate().toString();

async function issue(series: Series, total: number, send = false) {
  const body = { customerID: series.meiID, until: today(), total, send };
  return app.call(issueInvoice, { body }, office);
}

async function issued(series: Series, total: number) {
  const made = await issue(series, total);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
}

async function pay(id: string, amount: number) {
  const body = { amount, method: 'bank', details: 'FAST 123' } as const;
  const paid = await app.call(recordInvoicePayment, { params: { id }, body }, office);
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);
  return paid.body;
}

const visit = async (series: Series, index = 0) =>
  (await app.call(getJob, { params: { id: idOf(series, index) } }, office)).body;
const invoiceOf = async (id: string) => (await app.call(readInvoice, { params: { id } }, office)).body;
const accountOf = async ({ meiID }: Series) => {
  const { open, balance } = (await app.call(readBilling, { params: { id: meiID } }, office)).body;
  return { open, balance };
};

describe('a customer who is billed by invoice', () => {
  test('books without paying, and the visits go ahead', async () => {
    const series = await bookByInvoice(3);
    for (const index of [0, 1, 2]) {
      expect(await visit(series, index)).toMatchObject({
        status: 'confirmed',
        paid: false,
        charge: { when: 'invoice', declines: 0, againAt: null },
      });
    }
    await app.runCronJobs();
    expect(await visit(series)).toMatchObject({ status: 'confirmed' });
    // Pressed again, nothing changes.
    const again = await app.call(payByInvoice, { params: { id: idOf(series) }, body: {} }, series.mei);
    expect(again.status).toBe(200);
  });

  test('is only who the office has allowed; others, and those whose billing has ended, pay first', async () => {
    const series = await world.bookSeries(2, { unpaid: true });
    const tried = () => app.call(payByInvoice, { params: { id: idOf(series) }, body: {} }, series.mei);
    expect(problem(await tried())).toMatchObject({ status: 409, code: 'not_offered' });
    await allow(series.meiID);
    await allow(series.meiID, { isAllowed: false });
    expect(problem(await tried())).toMatchObject({ status: 409, code: 'not_offered' });
    await allow(series.meiID);
    expect((await tried()).status).toBe(200);
  });

  test('is not allowed by the customer, and two of them do not overwrite each other', async () => {
    const { meiID, mei } = await world.bookSeries(2, { unpaid: true });
    const change = (as: As, version: number) =>
      app.call(changeBilling, { params: { id: meiID }, body: { isAllowed: true, ...DETAILS, version } }, as);
    expect((await change(mei, 0)).status).toBe(403);
    const both = await Promise.all([change(office, 0), change(office, 0)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

test('nine visits are on one invoice, which a bank transfer pays', async () => {
  await setSettings(app.context(), { payNowTo: '201912345K', bankDetails: 'DBS 012-345678-9' });
  const series = await bookByInvoice(9);
  for (const index of series.ids.keys()) await clean(series, index);
  const { body: drafts } = await app.call(listDrafts, { query: { customerID: series.meiID } }, office);
  expect(drafts.items).toMatchObject([{ billTo: DETAILS.billTo, total: 9 * PRICE }]);
  expect(drafts.items[0]?.lines).toHaveLength(9);
  const before = { from: START, until: app.clock.now().add({ hours: 1 }) };
  const takenBefore = await sumTaken(app.context(), before);

  const made = await issue(series, 9 * PRICE, true);
  expect(made.body).toMatchObject({
    state: 'issued',
    total: 9 * PRICE,
    open: 9 * PRICE,
    gst: expect.any(Number),
  });
  const { id, number } = made.body;
  expect(await visit(series, 8)).toMatchObject({ status: 'paid' });
  expect(await sumTaken(app.context(), before)).toBe(takenBefore); // no money yet
  expect((await app.call(listDrafts, { query: { customerID: series.meiID } }, office)).body.items).toEqual(
    [],
  );

  const mails = await mailsTo(DETAILS.email);
  expect(mails).toMatchObject([{ kind: 'invoice-issued', state: 'sent' }]);
  const mei = await signedIn(app, 'customer', series.meiID);
  const seen = (await app.call(readInvoice, { params: { id } }, mei)).body;
  expect(seen).toMatchObject({
    payNow: { reference: `INV${number}`, amount: 9 * PRICE },
    bankDetails: 'DBS 012-345678-9',
  });
  const pdf = await app.call(getInvoicePdf, { params: { id } }, mei);
  expect(pdf.status).toBe(200);

  const paid = await pay(id, 9 * PRICE);
  expect(paid).toMatchObject({ state: 'paid', paid: 9 * PRICE, open: 0 });
  expect(await sumTaken(app.context(), before)).toBe(takenBefore + 9 * PRICE);
  const statement = await app.call(readStatement, { params: { id: series.meiID }, query: {} }, mei);
  expect(statement.body).toMatchObject({
    balance: 0,
    items: [
      { kind: 'invoice', number, amount: 9 * PRICE, balance: 9 * PRICE },
      { kind: 'payment', amount: -9 * PRICE, balance: 0 },
    ],
  });
});

async function mailsTo(recipient: string) {
  await app.runOutbox('all');
  const { rows } = await app.database.pool.query(
    "select kind, state from message where recipient = $1 and kind like 'invoice-%' order by id",
    [recipient],
  );
  await app.database.pool.query('delete from message where recipient = $1', [recipient]);
  return rows;
}

describe('issuing', () => {
  test('refuses a total that nobody has seen, and issues nothing twice', async () => {
    const series = await bookByInvoice(2);
    await clean(series);
    expect(problem(await issue(series, PRICE - 1))).toMatchObject({ status: 409, code: 'draft_changed' });
    const [one, other] = await Promise.all([issue(series, PRICE), issue(series, PRICE)]);
    const statuses = [one.status, other.status].sort();
    expect(statuses).toEqual([201, 409]);
    expect(problem(await issue(series, PRICE))).toMatchObject({ status: 409, code: 'nothing_to_bill' });
  });

  test('numbers without gaps: what rolls back gives its number back, and who comes second waits', async () => {
    const [one, other] = [await bookByInvoice(2), await bookByInvoice(2)];
    await clean(one);
    await clean(other);
    const last = async () => {
      const { rows } = await app.database.pool.query('select coalesce(max(number), 0) as n from invoice');
      return Number(rows[0].n);
    };
    const before = await last();
    const dies = inTransaction(app.context(), async (tx) => {
      await issueInTx(tx, orderOf(one));
      throw new Error('the process is dead');
    });
    await expect(dies).rejects.toThrow('dead');
    expect(await last()).toBe(before);
    const second = await overlap(
      app,
      (tx) => issueInTx(tx, orderOf(one)),
      () => issue(other, PRICE),
    );
    expect([second.status, second.body.number, await last()]).toEqual([201, before + 2, before + 2]);
  });

  test('leaves out what was paid in another way or is not done', async () => {
    const series = await bookByInvoice(3);
    await clean(series);
    const { body } = await app.call(listDrafts, { query: { customerID: series.meiID } }, office);
    expect(body.items[0]?.lines.map(({ jobID }) => jobID)).toEqual([idOf(series)]);
  });

  test('issues and sends by itself for customers who get one for each visit', async () => {
    const series = await bookByInvoice(2, { collect: 'visit' });
    await clean(series);
    await app.runCronJobs();
    await app.runCronJobs();
    const { body } = await app.call(listInvoices, { query: { customerID: series.meiID } }, office);
    expect(body.items).toMatchObject([{ total: PRICE, sentAt: expect.any(String) }]);
    expect(await mailsTo(DETAILS.email)).toMatchObject([{ kind: 'invoice-issued' }]);
  });
});

describe('money for invoices', () => {
  test('in parts, then too much: the rest pays the next invoice', async () => {
    const series = await bookByInvoice(2);
    await clean(series);
    const first = await issued(series, PRICE);
    expect(await pay(first.id, 4000)).toMatchObject({ state: 'part-paid', paid: 4000, open: 5000 });
    expect(await pay(first.id, 6500)).toMatchObject({ state: 'paid', paid: PRICE, open: 0 });
    expect(await accountOf(series)).toEqual({ open: 0, balance: 1500 });
    await clean(series, 1);
    const second = await issued(series, PRICE);
    expect(second).toMatchObject({ paid: 1500, open: PRICE - 1500 });
    expect(await accountOf(series)).toEqual({ open: PRICE - 1500, balance: 0 });
  });

  test('that is returned opens the invoice again', async () => {
    const series = await bookByInvoice(2);
    await clean(series);
    const { id } = await issued(series, PRICE);
    await pay(id, PRICE);
    const [{ transactionID = '' } = {}] = (await invoiceOf(id)).payments;
    const back = await app.call(
      refundTransaction,
      { params: { id: transactionID }, body: { amount: 2000, to: 'card', reason: 'Sent twice' } },
      office,
    );
    expect(back.status, JSON.stringify(back.body)).toBe(200);
    expect(await invoiceOf(id)).toMatchObject({ paid: PRICE - 2000, open: 2000 });
    const toHours = await app.call(
      refundTransaction,
      { params: { id: transactionID }, body: { to: 'credits', reason: 'Hours' } },
      office,
    );
    expect(problem(toHours)).toMatchObject({ code: 'not_refundable' });
  });

  test('at once is all recorded', async () => {
    const series = await bookByInvoice(2);
    await clean(series);
    const { id } = await issued(series, PRICE);
    await Promise.all([pay(id, 1000), pay(id, 2000), pay(id, 3000)]);
    expect(await invoiceOf(id)).toMatchObject({ paid: 6000, open: 3000 });
  });

  test('(control: without the settlement the invoice does not know of the money)', async () => {
    const series = await bookByInvoice(2);
    await clean(series);
    const { id } = await issued(series, PRICE);
    await pay(id, 1000);
    await app.database.pool.query('update invoice set paid = 0 where id = $1', [id]);
    expect(JSON.stringify(await checkLedger(app.context()))).toContain('I12');
    await inTransaction(app.context(), (tx) => settleAccount(tx, series.meiID));
    expect(await invoiceOf(id)).toMatchObject({ paid: 1000 });
  });
});

describe('credit notes', () => {
  test('of a refunded visit lower what is owed, and no money goes back', async () => {
    const series = await bookByInvoice(2);
    await clean(series);
    await clean(series, 1);
    const { id } = await issued(series, 2 * PRICE);
    const [line] = (await invoiceOf(id)).lines;
    const credited = await app.call(
      refundTransaction,
      { params: { id: line?.transactionID ?? '' }, body: { amount: 3000, to: 'card', reason: 'Late' } },
      office,
    );
    expect(credited.status, JSON.stringify(credited.body)).toBe(200);
    expect(await invoiceOf(id)).toMatchObject({ credited: 3000, open: 2 * PRICE - 3000 });
    await pay(id, 2 * PRICE);
    expect(await accountOf(series)).toEqual({ open: 0, balance: 3000 });
    const { body } = await app.call(
      listTransactions,
      { query: { customerID: series.meiID, size: 20 } },
      await signedIn(app, 'customer', series.meiID),
    );
    // The customer sees the money and the credit note; the visits are on the invoice.
    expect(body.items.map(({ type, method }) => `${type} ${method}`).sort()).toEqual([
      'invoice-payment bank',
      'refund invoice',
    ]);
  });
});

test('a late cancellation goes on the next invoice, not to the card', async () => {
  const series = await bookByInvoice(2);
  world.setAhead({ hours: 3 });
  const mei = await signedIn(app, 'customer', series.meiID);
  const off = await app.call(cancelJob, { params: { id: idOf(series) }, body: { reason: 'Ill' } }, mei);
  expect(off.status, JSON.stringify(off.body)).toBe(200);
  await signInOffice();
  await app.runCronJobs();
  const { body } = await app.call(listDrafts, { query: { customerID: series.meiID } }, office);
  expect(body.items[0]?.lines).toMatchObject([
    { kind: 'charge', name: 'Late cancellation fee', cents: PRICE / 2 },
  ]);
  expect(await issued(series, PRICE / 2)).toMatchObject({ total: PRICE / 2 });
  expect((await app.call(listDrafts, { query: { customerID: series.meiID } }, office)).body.items).toEqual(
    [],
  );
});

describe('an overdue invoice', () => {
  test('is reminded of three times, ages, and is written off', async () => {
    const email = 'overdue@tan-lim.example';
    const series = await bookByInvoice(2, { email });
    await clean(series);
    const made = await issue(series, PRICE, true);
    const { id } = made.body;
    expect(made.body.dueOn).toBe('2026-12-15');
    for (const moment of ['2026-12-15T10:00', '2026-12-16T08:00', '2026-12-16T10:00', '2026-12-16T11:00']) {
      at(moment);
      await app.runCronJobs();
    }
    at('2026-12-22T10:00');
    await app.runCronJobs();
    at('2027-01-06T10:00');
    await app.runCronJobs();
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual([
      'invoice-issued',
      'invoice-reminder-1',
      'invoice-reminder-2',
      'invoice-reminder-3',
    ]);
    await signInOffice();
    const { body: ageing } = await app.call(readAgeing, {}, office);
    const mine = ageing.items.find(({ customer }) => customer.id === series.meiID);
    expect(mine).toMatchObject({ open: PRICE, ages: { '1-30': PRICE, current: 0 } });

    const off = await app.call(writeOffInvoice, { params: { id }, body: { reason: 'Insolvent' } }, office);
    expect(off.body).toMatchObject({ state: 'written-off', writtenOff: PRICE, open: 0 });
    const again = await app.call(writeOffInvoice, { params: { id }, body: { reason: 'Insolvent' } }, office);
    expect(problem(again)).toMatchObject({ code: 'not_open' });
    expect(
      problem(await app.call(sendInvoice, { params: { id }, body: { reminder: true } }, office)),
    ).toMatchObject({
      code: 'not_open',
    });
    // Money that comes after all is no longer written off.
    await pay(id, 1000);
    expect(await accountOf(series)).toEqual({ open: 0, balance: 0 });
    const late = await app.call(readInvoice, { params: { id } }, office);
    expect(late.body).toMatchObject({ state: 'written-off', paid: 1000, writtenOff: PRICE - 1000, open: 0 });
  });
});

test('a customer sees their own invoices only, and cannot leave while one is open', async () => {
  const series = await bookByInvoice(2);
  const other = await world.bookSeries(2, { unpaid: true });
  await clean(series);
  const { id } = await issued(series, PRICE);
  const stranger = await signedIn(app, 'customer', other.meiID);
  for (const call of [readInvoice, getInvoicePdf]) {
    expect((await app.call(call, { params: { id } }, stranger)).status).toBe(404);
  }
  expect((await app.call(readStatement, { params: { id: series.meiID }, query: {} }, stranger)).status).toBe(
    404,
  );
  expect((await app.call(readBilling, { params: { id: series.meiID } }, stranger)).status).toBe(404);
  expect((await app.call(listInvoices, { query: {} }, stranger)).body.items).toEqual([]);
  const mei = await signedIn(app, 'customer', series.meiID);
  expect((await app.call(listInvoices, { query: {} }, mei)).body.items).toMatchObject([{ id }]);
  const closing = await app.call(previewClosing, { params: { id: series.meiID } }, mei);
  expect(JSON.stringify(closing.body)).toContain(`"kind":"invoice","id":"${id}"`);
});
