import { beforeEach, describe, expect, test } from 'vitest';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { MOBILE_CHANGED } from '#features/people/accounts/texts/messages.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { sendKind } from '#platform/server/messages.ts';
import { smsGateway } from '#platform/server/providers/sms-gateway.ts';
import { startFakeSmsGateway } from '#platform/testing/fake-sms-gateway.ts';
import { neverOpens } from '#platform/testing/never-opens.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { reportsUrl } from './delivery-reports.ts';

const SITE = 'https://kemas.example';
const SECRET = 'a secret of this test that is long';
let office: As;

const fake = await startFakeSmsGateway();
const sms = smsGateway({
  url: fake.url,
  method: 'POST',
  format: 'json',
  headers: { 'x-api-key': fake.key },
  body: { to: '{to}', text: '{text}', reference: '{id}', callback: '{reports}' },
  from: 'Kemas',
  reportsTo: (id) => reportsUrl(app.services.config, 'sms-gateway', id),
  reportSecret: SECRET,
  reportFields: { id: 'reference', status: 'status', reason: 'reason' },
  makeBreaker: neverOpens,
});
const app = await startBookingApp({ providers: { sms }, env: { PUBLIC_URL: SITE } });

/** Each test has its own day, so that its message is the newest. */
let day = 22;
beforeEach(async () => {
  day += 1;
  app.clock.set(`2026-11-${day}T10:00:00+08:00`);
  office = await signedIn(app, 'admin');
});

/** Sends an SMS; returns what the gateway got. */
async function send() {
  await inTransaction(app.context(), (tx) =>
    sendKind(tx, MOBILE_CHANGED, { to: { mobile: '6591234567' }, data: {} }),
  );
  await app.runOutbox('all');
  return JSON.parse(fake.requests.at(-1)?.body ?? '{}') as { reference: string; callback: string };
}

const post = (url: string, payload: object | string, headers: Readonly<Record<string, string>> = BEARER) =>
  app.request({
    method: 'POST',
    url,
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers: { 'content-type': 'application/json', ...headers },
  });
const BEARER = { authorization: `Bearer ${SECRET}` };
const WEBHOOK = '/api/webhooks/sms-gateway';

async function newest() {
  const [message] = (await app.call(calls.listMessages, { query: {} }, office)).body.items;
  if (message === undefined) throw new Error('The log is empty.');
  return message;
}

describe('reports of a generic SMS gateway', () => {
  test('are requested under the message’s own URL', async () => {
    const sent = await send();
    expect(sent).toEqual({
      to: '6591234567',
      text: 'Your Kemas sign-in number has changed. Not you? Call us right away.',
      reference: (await newest()).id,
      callback: `${SITE}${WEBHOOK}?message=${sent.reference}`,
    });
    expect((await newest()).state).toBe('sent');
  });

  test('move a message to delivered, named by the report or by the URL', async () => {
    const { reference } = await send();
    app.clock.advance({ minutes: 1 });
    expect((await post(WEBHOOK, { reference, status: 'delivered' })).status).toBe(200);
    expect(await newest()).toMatchObject({
      state: 'delivered',
      deliveredAt: `2026-11-${day}T10:01:00+08:00`,
    });
    const other = await send();
    const form = { ...BEARER, 'content-type': 'application/x-www-form-urlencoded' };
    expect(
      (await post(new URL(other.callback).pathname + new URL(other.callback).search, 'status=DELIVRD', form))
        .status,
    ).toBe(200);
    expect((await newest()).state).toBe('delivered');
  });

  test('move a message to failed with the reason', async () => {
    const { reference } = await send();
    await post(WEBHOOK, { reference, status: 'undelivered', reason: 'Absent subscriber' });
    expect(await newest()).toMatchObject({ state: 'failed', failure: 'The gateway says: Absent subscriber' });
  });

  test('are idempotent, and may be late or out of order', async () => {
    const { reference } = await send();
    for (const status of ['delivered', 'sent', 'queued', 'failed', 'delivered', 'a-new-word'])
      expect((await post(WEBHOOK, { reference, status })).status).toBe(200);
    expect((await newest()).state).toBe('delivered');
  });

  test('are accepted only with the secret', async () => {
    const { reference } = await send();
    for (const authorization of [
      '',
      'Bearer wrong',
      `Basic ${Buffer.from('kemas:wrong').toString('base64')}`,
    ]) {
      const reply = await post(WEBHOOK, { reference, status: 'delivered' }, { authorization });
      expect([reply.status, problem(reply).code]).toEqual([401, 'bad_secret']);
    }
    expect((await newest()).state).toBe('sent');
    const basic = `Basic ${Buffer.from(`kemas:${SECRET}`).toString('base64')}`;
    expect((await post(WEBHOOK, { reference, status: 'delivered' }, { authorization: basic })).status).toBe(
      200,
    );
  });

  test('that name no message of ours are refused, an unknown one has no effect', async () => {
    await send();
    for (const reference of ['', 'their-own-id', "' or 1=1--"])
      expect((await post(WEBHOOK, { reference, status: 'delivered' })).status).toBe(422);
    const unknown = '01900000-0000-7000-8000-0000000000ff';
    expect((await post(WEBHOOK, { reference: unknown, status: 'delivered' })).status).toBe(200);
    expect((await newest()).state).toBe('sent');
  });
});

test('a message that the gateway refuses waits for the next try', async () => {
  fake.replyWith(500);
  const before = fake.requests.length;
  await inTransaction(app.context(), (tx) =>
    sendKind(tx, MOBILE_CHANGED, { to: { mobile: '6591234567' }, data: {} }),
  );
  await app.runOutbox('all').catch(() => undefined);
  expect(fake.requests.length).toBeGreaterThan(before);
  expect((await newest()).state).toBe('queued');
});
