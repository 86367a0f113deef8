import { beforeEach, expect, test } from 'vitest';
import {
  type Series,
  START,
  startSeriesWorld,
} from '#features/booking/booking/server/testing/series-world.ts';
import { chargeForVisit, payByInvoice } from '#features/booking/checkout/contract.ts';
import { checkBooksAfterEach } from '#features/money/ledger/server/testing/books.ts';
import { refundTransaction } from '#features/money/payments/contract.ts';
import { getJob } from '#features/work/jobs/contract.ts';
import { finishJob, startJob } from '#features/work/visits/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As } from '#platform/testing/test-app.ts';
import {
  changeBilling,
  issueInvoice,
  listDrafts,
  readBilling,
  readInvoice,
  writeOffInvoice,
} from '../contract.ts';

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

const visit = async (series: Series, index = 0) =>
  (await app.call(getJob, { params: { id: idOf(series, index) } }, office)).body;
const invoiceOf = async (id: string) => (await app.call(readInvoice, { params: { id } }, office)).body;
const accountOf = async ({ meiID }: Series) => {
  const { open, balance } = (await app.call(readBilling, { params: { id: meiID } }, office)).body;
  return { open, balance };
};

async function charge(series: Series, amount: number, more: object = {}) {
  const body = { reason: 'parking', amount, how: 'link', ...more } as never;
  const charged = await app.call(chargeForVisit, { params: { id: idOf(series) }, body }, office);
  expect(charged.status, JSON.stringify(charged.body)).toBe(200);
}

test('a charge after the day of the invoice stays owed', async () => {
  const series = await bookByInvoice(2);
  await clean(series);
  await issued(series, PRICE);
  await charge(series, 1000);
  const until = today();
  app.clock.set(app.clock.now().add({ hours: 24 }).toString());
  await signInOffice();
  await charge(series, 5000);
  const body = { customerID: series.meiID, until, total: 1000, send: false };
  expect((await app.call(issueInvoice, { body }, office)).status).toBe(201);
  const { body: drafts } = await app.call(listDrafts, { query: { customerID: series.meiID } }, office);
  expect(drafts.items).toMatchObject([{ total: 5000 }]);
});

test('a visit that was written off and is credited leaves nothing in favour of the customer', async () => {
  const series = await bookByInvoice(2);
  await clean(series);
  const { id } = await issued(series, PRICE);
  await app.call(writeOffInvoice, { params: { id }, body: { reason: 'Insolvent' } }, office);
  const [line] = (await invoiceOf(id)).lines;
  const params = { id: line?.transactionID ?? '' };
  await app.call(refundTransaction, { params, body: { to: 'card', reason: 'Late' } }, office);
  expect(await accountOf(series)).toEqual({ open: 0, balance: 0 });
  await clean(series, 1);
  await issued(series, PRICE);
  expect(await accountOf(series)).toEqual({ open: PRICE, balance: 0 });
});

test('a discount of an invoiced visit lowers its invoice', async () => {
  const series = await bookByInvoice(2);
  await clean(series);
  const { id } = await issued(series, PRICE);
  await charge(series, 2000, { how: 'cash' });
  await charge(series, 1500, { reason: 'discount' });
  expect(await invoiceOf(id)).toMatchObject({ credited: 1500, open: PRICE - 1500 });
});

test('a visit that costs nothing any more does not wait for ever', async () => {
  const series = await bookByInvoice(2);
  await charge(series, PRICE, { reason: 'discount' });
  await clean(series);
  await app.runCronJobs();
  expect(await visit(series)).toMatchObject({ status: 'paid' });
});
