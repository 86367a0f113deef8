import { beforeEach, expect, test } from 'vitest';
import * as booking from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCleaner, addCustomer } from '#features/booking/booking/server/testing/world.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';

let office: As;
let mei: As;
let jobID: string;

const { app, world } = await startBusiness();

beforeEach(async () => {
  const customer = await addCustomer(app.context());
  mei = await signedIn(app, 'customer', customer.id);
  office = await signedIn(app, 'admin');
  const body = {
    packageID: world.packageID,
    addressID: customer.addressID,
    customerID: customer.id,
    startTime: '2026-11-26T09:00:00+08:00',
    cleaner1ID: await addCleaner(app.context()),
  };
  jobID = (await app.call(booking.createJobForCustomer, { body }, office)).body.id;
  await app.call(calls.resolveThread, { params: { id: jobID }, body: {} }, office);
  await app.runOutbox('all');
  app.sent.mail.length = 0;
});

const write = (text: string, as: As) =>
  app.call(calls.writeMessage, { params: { id: jobID }, body: { text } }, as);
const read = async (as: As) => (await app.call(calls.readThread, { params: { id: jobID } }, as)).body;
const waiting = async () =>
  (await app.call(calls.listUnanswered, { query: { size: 1000 } }, office)).body.items.filter(
    ({ jobID }) => jobID === jobID,
  );

test("a customer's question is listed as unanswered and is answered, also by e-mail", async () => {
  await write('Do you bring a vacuum cleaner?', mei);
  app.clock.advance({ minutes: 5 });
  await write('And a mop?', mei);
  expect(await waiting()).toMatchObject([{ text: 'Do you bring a vacuum cleaner?' }]);
  expect(await read(office)).toMatchObject({ isWaiting: true });
  const answer = await write('Both.\n\nSee you on Thursday <b>.', office);
  expect(answer.status).toBe(201);
  expect(await waiting()).toEqual([]);
  const { items, isWaiting } = await read(mei);
  expect(items.map(({ writtenBy, name, text }) => [writtenBy, name, text])).toEqual([
    ['customer', expect.any(String), 'Do you bring a vacuum cleaner?'],
    ['customer', expect.any(String), 'And a mop?'],
    ['admin', '', 'Both.\n\nSee you on Thursday <b>.'],
  ]);
  expect(isWaiting).toBe(false);
  await app.runOutbox('all');
  const mail = app.sent.mail.at(-1);
  expect(mail?.subject).toMatch(/^About your clean on Thu 26 Nov/);
  expect(mail?.body).toContain('See you on Thursday <b>.');
  expect(mail?.html).toContain('See you on Thursday &lt;b&gt;.');
});

test('the office can mark a thread as needing no answer, idempotently', async () => {
  await write('Thank you!', mei);
  for (let i = 0; i < 2; i += 1) {
    const settled = await app.call(calls.resolveThread, { params: { id: jobID }, body: {} }, office);
    expect(settled.body.isWaiting).toBe(false);
  }
  const { rows } = await app.database.pool.query(
    "select 1 from audit_entry where action = 'job.thread-settled' and subject_id = $1",
    [jobID],
  );
  expect(rows).toHaveLength(1);
});

test('others, including cleaners, can neither read nor write it', async () => {
  await write('Mine alone.', mei);
  const other = await signedIn(app, 'customer', (await addCustomer(app.context())).id);
  const crew = await signedIn(app, 'cleaner');
  const about = { params: { id: jobID } };
  for (const [as, status] of [
    [other, 404],
    [crew, 403],
    [{}, 401],
  ] as const) {
    expect((await app.call(calls.readThread, about, as)).status).toBe(status);
    expect((await write('Hello', as)).status).toBe(status);
  }
});

test('refuses empty or too long text with a field error, and throttles floods', async () => {
  for (const text of ['  ', 'x'.repeat(2001)]) {
    const refused = await write(text, mei);
    expect(problem(refused)).toMatchObject({ status: 422, errors: [{ path: 'text' }] });
  }
  for (let i = 0; i < 20; i += 1) expect((await write(`Question ${i}`, mei)).status).toBe(201);
  expect(problem(await write('One more', mei))).toMatchObject({ status: 429, code: 'throttled' });
  expect((await write('We are here.', office)).status).toBe(201);
});

test('an answer can be taken back while its e-mail is queued, and its questions are open again', async () => {
  await write('Do you bring a mop?', mei);
  const answer = await write('No.', office);
  const unsend = (as: As = office) =>
    app.call(calls.unsendMessage, { params: { id: jobID, messageID: answer.body.id }, body: {} }, as);
  expect((await unsend(mei)).status).toBe(403);
  const left = await unsend();
  expect(left.body.items.map(({ text }) => text)).toEqual(['Do you bring a mop?']);
  expect(left.body.isWaiting).toBe(true);
  await app.runOutbox('all');
  expect(app.sent.mail.filter(({ subject }) => subject.startsWith('About your clean'))).toEqual([]);
  expect((await unsend()).status).toBe(404);
});

test('an answer that was sent stays', async () => {
  const answer = await write('Yes.', office);
  await app.runOutbox('all');
  const params = { id: jobID, messageID: answer.body.id };
  expect(problem(await app.call(calls.unsendMessage, { params, body: {} }, office))).toMatchObject({
    status: 409,
    code: 'already_sent',
  });
  expect((await read(mei)).items).toHaveLength(1);
});

test("the office cannot take back a customer's message", async () => {
  const { body } = await write('A question', mei);
  const params = { id: jobID, messageID: body.id };
  expect((await app.call(calls.unsendMessage, { params, body: {} }, office)).status).toBe(404);
});

test('a question stays answered by a later answer when the first one is taken back', async () => {
  await write('Do you bring a mop?', mei);
  const first = await write('No.', office);
  app.clock.advance({ seconds: 5 });
  await write('We do.', office);
  const params = { id: jobID, messageID: first.body.id };
  expect((await app.call(calls.unsendMessage, { params, body: {} }, office)).body.isWaiting).toBe(false);
});
