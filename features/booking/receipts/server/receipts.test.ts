import sharp from 'sharp';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeEach, describe, expect, it } from 'vitest';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { bookVisits, payFor } from '#features/booking/booking/server/testing/booking-calls.ts';
import { addCode } from '#features/booking/booking/server/testing/codes-and-hours.ts';
import { addCleaner } from '#features/booking/booking/server/testing/world.ts';
import { updateCredit } from '#features/booking/checkout/contract.ts';
import { setSettings } from '#features/catalogue/settings/server/testing/set-settings.ts';
import { payPackage } from '#features/money/credits/contract.ts';
import { addPack, giveHours } from '#features/money/credits/server/testing/credit-world.ts';
import { checkBooksAfterEach } from '#features/money/ledger/server/testing/books.ts';
import * as payments from '#features/money/payments/contract.ts';
import { getCustomer } from '#features/people/customers/contract.ts';
import { getJob, updateJob } from '#features/work/jobs/contract.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, type Reply } from '#platform/testing/test-app.ts';
import { receiptData } from './personal-data.ts';

let office: As;
let mei: As;
let wei: As;

const { app, world } = await startBusiness({ customers: 2 });
const meiID = world.customers[0]?.id ?? '';

beforeEach(async () => {
  office = await signedIn(app, 'admin');
  mei = await signedIn(app, 'customer', meiID);
  wei = await signedIn(app, 'customer', world.customers[1]?.id);
  await rename('Mei', 'Tan');
  await setSettings(app.context(), {
    businessName: 'Kemas Home Cleaning Pte. Ltd.',
    businessAddress: '10 Jalan Besar\nSingapore 208787',
    uen: '199900000A',
    gstRegistered: true,
    gstNumber: 'M9-0000000-0',
  });
});
checkBooksAfterEach(() => app);

async function rename(firstname: string, lastname: string) {
  await app.services.db
    .updateTable('customer')
    .set({ firstname, lastname })
    .where('id', '=', meiID)
    .execute();
}

const fetchReceipt = (id: string, as: As): Promise<Reply<unknown>> =>
  app.request({
    method: 'GET',
    url: `/api/transactions/${id}/receipt`,
    headers: as.jwt === undefined ? {} : { authorization: `Bearer ${as.jwt}` },
  });

async function bytesOf(id: string, as = mei): Promise<Buffer> {
  const reply = await fetchReceipt(id, as);
  expect(reply.status).toBe(200);
  return reply.body as Buffer;
}

async function openPdf(id: string, as = mei) {
  return getDocumentProxy(new Uint8Array(await bytesOf(id, as)));
}

/** The text of all pages. */
async function textOf(id: string, as = mei): Promise<string> {
  const { text } = await extractText(await openPdf(id, as), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

async function payVisits(visits = 1): Promise<string> {
  const cleanerID = await addCleaner(app.context());
  const [first = ''] = await bookVisits(app, mei, world, { cleanerID, visits });
  const { body } = await payFor(app, mei, first);
  return String('transactionID' in body && body.transactionID);
}

async function manual(body: object): Promise<payments.TransactionReply> {
  const entry = { customerID: meiID, total: 5000, ...body };
  const made = await app.call(payments.createTransaction, { body: entry } as never, office);
  expect(made.status).toBe(201);
  return made.body as payments.TransactionReply;
}

async function refund(id: string, amount: number): Promise<string> {
  const body = { amount, reason: 'Not needed' };
  const made = await app.call(payments.refundTransaction, { params: { id }, body }, office);
  expect(made.status).toBe(200);
  return made.body.id;
}

describe('the PDF', () => {
  it('is an uncached attachment, small, with title and language', async () => {
    const id = await payVisits();
    const { receiptNo } = (await app.call(payments.readTransaction, { params: { id } }, mei)).body;
    const reply = await fetchReceipt(id, mei);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="receipt-${receiptNo}.pdf"`,
      'cache-control': 'no-store',
    });
    expect((reply.body as Buffer).length).toBeLessThan(300_000);
    const { info } = await (await openPdf(id)).getMetadata();
    expect(info).toMatchObject({
      Title: `Tax Invoice ${receiptNo}, Kemas Home Cleaning Pte. Ltd.`,
      Language: 'en-SG',
    });
  });

  it('is described with its content type', async () => {
    const call = app.api.calls.find(({ path }) => path === '/transactions/:id/receipt');
    expect(call).toMatchObject({
      produces: 'application/pdf',
      who: expect.arrayContaining(['customer', 'admin']),
    });
  });
});

describe('an issued receipt', () => {
  it('never changes with its visit, the customer, the settings or the note', async () => {
    const id = await payVisits();
    const issued = await textOf(id);
    expect(issued).toContain('Mei Tan');
    const { rows } = await app.database.pool.query('select job_id from money_transaction where id = $1', [
      id,
    ]);
    const job = await app.call(getJob, { params: { id: rows[0].job_id } }, office);
    const start = Temporal.Instant.from(job.body.startTime).add({ hours: 24 * 7 });
    const startTime = start.toString({ timeZone: 'Asia/Singapore' });
    const moved = await app.call(updateJob, { params: { id: rows[0].job_id }, body: { startTime } }, office);
    expect(moved.status).toBe(200);
    await rename('Mei Ling', 'Lim');
    await setSettings(app.context(), { businessName: 'Another Name', gstRegistered: false });
    const change = { params: { id }, body: { details: 'Changed by hand' } };
    expect((await app.call(payments.updateTransaction, change, office)).status).toBe(200);
    expect(await textOf(id)).toBe(issued);
    expect(await textOf(id, office)).toBe(issued);
  });

  it('is the same for two concurrent requests', async () => {
    const id = await payVisits();
    const [own, theirs] = await Promise.all([textOf(id), textOf(id, office)]);
    expect(own).toBe(theirs);
  });

  it('is deleted with the account', async () => {
    const { id } = await manual({ details: 'Curtains' });
    await textOf(id);
    const person = { role: 'customer', id: meiID, mobile: '', email: '' } as const;
    const kept = 'select from issued_receipt where customer_id = $1';
    const forget = receiptData.forget;
    if (forget === undefined) throw new Error('Receipts registers no forget function.');
    await inTransaction(app.context(), (tx) => forget(tx, person));
    expect((await app.database.pool.query(kept, [meiID])).rowCount).toBe(0);
  });
});

describe('the content', () => {
  it('of a visit: seller, customer, lines, GST and payment method', async () => {
    const text = await textOf(await payVisits());
    for (const part of [
      'Tax Invoice',
      'Kemas Home Cleaning Pte. Ltd.',
      '10 Jalan Besar',
      'UEN 199900000A',
      'GST reg. no. M9-0000000-0',
      '23 Nov 2026',
      'Mei Tan',
      'Blk 145 Lorong 2 Toa Payoh',
      '#08-11',
      'Singapore 310145',
      'One-time 3 h, Tue, 1 Dec 2026, 9:00 am',
      'Cleaning, 3 hours at S$30.00',
      'Total before GST S$82.57',
      'GST 9% S$7.43',
      'Total paid, including GST S$90.00',
      'Paid by Card',
    ])
      expect(sorted(text)).toContain(sorted(part));
  });

  it('of a business without GST registration does not mention GST', async () => {
    await setSettings(app.context(), {
      businessName: 'Kemas',
      gstRegistered: false,
      gstNumber: 'M9-0000000-0',
    });
    const text = await textOf(await payVisits());
    expect(text).toContain('Receipt');
    expect(text).toContain('Total paid');
    expect(text).not.toMatch(/GST|Tax|UEN|M9/);
  });

  it('of a series lists every visit, on several pages if needed', async () => {
    const id = await payVisits(26);
    const { totalPages, text } = await extractText(await openPdf(id), { mergePages: true });
    expect(totalPages).toBeGreaterThan(1);
    expect(text.match(/9:00 am/g)).toHaveLength(26);
    expect(sorted(text)).toContain(sorted('S$2,340.00'));
    expect(text).toContain(`Page ${totalPages} of ${totalPages}`);
  });

  it('of a visit paid with hours shows the hours and nothing to pay', async () => {
    await giveHours(app.context(), meiID, { hours: 3 });
    const [jobID = ''] = await bookVisits(app, mei, world, { cleanerID: await addCleaner(app.context()) });
    await app.call(updateCredit, { body: { jobID } }, mei);
    const { body } = await app.call(payments.listTransactions, { query: { jobID } }, mei);
    const text = await textOf(body.items[0]?.id ?? '');
    expect(text).toContain('3 hours of credit');
    expect(text).toContain('−S$90.00');
    expect(text).toContain('Hours of credit');
    expect(text).toContain('S$0.00');
  });

  it('of a package of hours shows hours by rate and its code', async () => {
    const id = await addPack(app.context());
    await addCode(app.context(), 'HOURS10');
    const body = { stripeToken: 'tok_visa', promocode: 'hours10', price: 29_160 };
    const paid = (await app.call(payPackage, { params: { id }, body }, mei)).body as {
      transactionID: string;
    };
    const text = await textOf(paid.transactionID);
    expect(text).toContain('Starter 12 h');
    expect(text).toContain('12 hours of credit at S$27.00');
    expect(text).toMatch(/Promo code HOURS10/i);
    expect(text).toContain('S$291.60');
    // There is no visit, so the customer's own address is used.
    expect(text).toContain('Blk 145 Lorong 2 Toa Payoh');
  });

  it('of a manual entry shows its note', async () => {
    const { id } = await manual({ details: 'Extra key', method: 'paynow' });
    const text = await textOf(id);
    expect(text).toContain('Extra key');
    expect(text).toContain('PayNow');
  });

  it('of a refund is a credit note that names its payment, even a trashed one', async () => {
    const paid = await manual({ total: 9000, details: 'Extra key' });
    const back = await refund(paid.id, 4000);
    await app.call(payments.trashTransaction, { params: { id: paid.id } }, office);
    const text = await textOf(back);
    expect(text).toContain('Credit Note');
    expect(text).toContain(`${paid.receiptNo} of 23 Nov 2026`);
    expect(text).toContain('−S$40.00');
    expect(text).toContain('Refund: Extra key');
  });
});

describe('names', () => {
  it('in Chinese are typeset and extractable', async () => {
    await rename('陈美玲', '陳龜');
    const { id } = await manual({ details: '多给一把钥匙' });
    const text = await textOf(id);
    expect(text).toContain('陈美玲 陳龜');
    expect(text).toContain('多给一把钥匙');
    expect((await bytesOf(id)).length).toBeLessThan(300_000);
  });

  it.each([
    ['Nguyễn', 'Thị Hồng', 'Nguyễn Thị Hồng'],
    ['Zoë', 'O’Brien-Łuczak', 'Zoë O’Brien-Łuczak'],
    ['மீனா', 'Raj', 'மீனா Raj'],
    ['सुनीता', 'Tan', 'सुनीता Tan'],
    ['김민지', 'Kim', '김민지 Kim'],
    ['مِصڀڥ', 'Tan', 'Tan'],
    ['🧹\u200d', '()\\%', '()\\%'],
    ['مريم', 'Ali', 'Ali'],
    ['สมชาย', '한국', 'สมชาย 한국'],
    ['さくら', 'カナ', 'さくら カナ'],
    ['Иван', '𠮷', 'Иван ?'],
  ])('%s %s are typeset', async (firstname, lastname, written) => {
    await rename(firstname, lastname);
    const { id } = await manual({});
    expect(sorted(await textOf(id, office))).toContain(sorted(written));
  });

  it('that cannot be typeset are followed by the e-mail address', async () => {
    await rename('Կարեն', 'Min');
    const { email } = (await app.call(getCustomer, { params: { id: meiID } }, office)).body;
    const { id } = await manual({});
    expect(await textOf(id, office)).toContain(`????? Min (${email})`);
    await rename('கமலா', 'Min');
    const other = await manual({});
    expect(await textOf(other.id, office)).not.toContain(email);
  });

  it('of a hundred letters wrap', async () => {
    const name = `${'W'.repeat(49)} ${'W'.repeat(50)}`;
    await rename(name.slice(0, 49), name.slice(50));
    const { id } = await manual({});
    const page = await (await openPdf(id)).getPage(1);
    const { items } = await page.getTextContent();
    const rows = items.flatMap((item) => ('str' in item && /^W+ ?$/.test(item.str) ? [item] : []));
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.map(({ str }) => str.trim()).join('')).toBe(name.replace(' ', ''));
    for (const { transform, width } of rows) expect(transform[4] + width).toBeLessThan(540);
    expect(new Set(rows.map(({ transform }) => transform[5])).size).toBe(rows.length);
  });
});

describe('permissions', () => {
  it('its customer and the office can read a receipt', async () => {
    const { id } = await manual({});
    expect((await fetchReceipt(id, mei)).status).toBe(200);
    expect((await fetchReceipt(id, office)).status).toBe(200);
    const others = await fetchReceipt(id, wei);
    const none = await fetchReceipt(app.services.newID(), wei);
    expect([others.status, problem(others)]).toEqual([404, problem(none)]);
    expect((await fetchReceipt(id, await signedIn(app, 'cleaner'))).status).toBe(403);
    expect((await fetchReceipt(id, {})).status).toBe(401);
  });

  it('only the office can read the receipt of a trashed transaction', async () => {
    const { id } = await manual({});
    await app.call(payments.trashTransaction, { params: { id } }, office);
    expect((await fetchReceipt(id, mei)).status).toBe(404);
    expect((await fetchReceipt(id, office)).status).toBe(200);
  });
});

/** Sorted, because a PDF reader may extract columns or lines first. */
function sorted(text: string): string {
  return text.replace(/\s+/g, '');
}

describe("the company's look", () => {
  const own = async (values: object) =>
    setSettings(app.context(), {
      businessName: 'Sparkle Homes',
      legalName: 'Sparkle Homes Pte. Ltd.',
      ...values,
    });
  const uploadOf = async () => {
    const bytes = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#6B3FA0' } })
      .png()
      .toBuffer();
    const id = app.services.newID();
    await app.services.providers.files.put(`${id}-300.png`, { bytes, type: 'image/png' });
    return `/uploads/${id}/300.png`;
  };
  const picturesIn = (pdf: Buffer) => pdf.toString('latin1').split('/Subtype /Image').length - 1;

  it('names the business by its legal name, in the text and the properties, and nobody else', async () => {
    await own({});
    const id = await payVisits();
    expect(await textOf(id)).toContain('Sparkle Homes Pte. Ltd.');
    const { info } = await (await openPdf(id)).getMetadata();
    expect(info).toMatchObject({
      Author: 'Sparkle Homes Pte. Ltd.',
      Creator: 'Sparkle Homes',
      Producer: 'Sparkle Homes',
    });
    expect((await textOf(id)) + JSON.stringify(info)).not.toMatch(/kemas/i);
    await setSettings(app.context(), { legalName: '' });
  });

  it('prints the logo on receipts from then on; issued ones stay as they are', async () => {
    await own({});
    const before = await payVisits();
    expect(picturesIn(await bytesOf(before))).toBe(0);
    await own({ logo: await uploadOf(), brandColour: '#6B3FA0' });
    const after = await payVisits();
    expect(picturesIn(await bytesOf(after))).toBeGreaterThan(0);
    expect(picturesIn(await bytesOf(before))).toBe(0);
    await own({ logo: '', brandColour: '', legalName: '' });
    expect(picturesIn(await bytesOf(after))).toBeGreaterThan(0);
  });

  it('prints the name alone if the office prefers that', async () => {
    await own({ logo: await uploadOf(), logoOnReceipts: false });
    expect(picturesIn(await bytesOf(await payVisits()))).toBe(0);
    await own({ logo: '', legalName: '' });
  });
});
