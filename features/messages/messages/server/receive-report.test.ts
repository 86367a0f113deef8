import { beforeEach, describe, expect, test } from 'vitest';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { MOBILE_CHANGED } from '#features/people/accounts/texts/messages.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { sendKind } from '#platform/server/messages.ts';
import { twilioSms } from '#platform/server/providers/twilio-sms.ts';
import { startFakeTwilio, type TakenText } from '#platform/testing/fake-twilio.ts';
import { neverOpens } from '#platform/testing/never-opens.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { reportsUrl } from './delivery-reports.ts';

const SITE = 'https://kemas.example';
let office: As;

const twilio = await startFakeTwilio();
const sms = twilioSms({
  ...twilio.account,
  makeBreaker: neverOpens,
  apiUrl: twilio.url,
  reportsTo: (id) => reportsUrl(app.services.config, 'twilio', id),
});
const app = await startBookingApp({ providers: { sms }, env: { PUBLIC_URL: SITE } });

beforeEach(async () => {
  app.clock.set('2026-11-23T10:00:00+08:00');
  office = await signedIn(app, 'admin');
});

/** Sends an SMS; returns it once the gateway has it. */
async function send(): Promise<TakenText> {
  await queueText();
  await app.runOutbox('all');
  const text = twilio.taken.at(-1);
  if (text === undefined) throw new Error('The gateway received no SMS.');
  return text;
}
const queueText = () =>
  inTransaction(app.context(), (tx) =>
    sendKind(tx, MOBILE_CHANGED, { to: { mobile: '6591234567' }, data: {} }),
  );

const report = async (text: TakenText, MessageStatus: string, ErrorCode?: string) =>
  (await app.request(twilio.report(text, { MessageStatus, ...(ErrorCode && { ErrorCode }) }))).status;
async function newest() {
  const { items } = (await app.call(calls.listMessages, { query: {} }, office)).body;
  const [message] = items;
  if (message === undefined) throw new Error('The log is empty.');
  return message;
}
const state = async () => (await newest()).state;

describe('Twilio’s status reports', () => {
  test('are requested with each message, under its own URL', async () => {
    const text = await send();
    expect(text).toEqual({
      to: '+6591234567',
      body: 'Your Kemas sign-in number has changed. Not you? Call us right away.',
      statusCallback: `${SITE}/api/webhooks/twilio?message=${(await newest()).id}`,
    });
    expect(await state()).toBe('sent');
  });

  test('are logged: delivered, and when', async () => {
    const text = await send();
    app.clock.advance({ minutes: 1 });
    expect(await report(text, 'delivered')).toBe(200);
    const message = await newest();
    expect([message.state, message.deliveredAt, message.failure]).toEqual([
      'delivered',
      '2026-11-23T10:01:00+08:00',
      '',
    ]);
  });

  test('are logged: failed with the reason, and the message can be resent', async () => {
    const text = await send();
    expect(await report(text, 'undelivered', '30003')).toBe(200);
    const message = await newest();
    expect([message.state, message.failure, message.sentAt, message.deliveredAt]).toEqual([
      'failed',
      'The phone could not be reached: switched off, or out of coverage. (Twilio 30003)',
      '2026-11-23T10:00:00+08:00',
      null,
    ]);
  });

  test('are idempotent, and may be late or out of order', async () => {
    const text = await send();
    const steps = ['delivered', 'sent', 'queued', 'delivered', 'undelivered', 'failed', 'a-new-word'];
    for (const step of steps) expect(await report(text, step)).toBe(200);
    expect(await state()).toBe('delivered');
    await Promise.all(steps.map((step) => report(text, step)));
    expect(await state()).toBe('delivered');
    expect(twilio.taken.filter(({ statusCallback }) => statusCallback === text.statusCallback)).toHaveLength(
      1,
    );
  });

  test('may arrive before the reply to the request', async () => {
    twilio.onNext(async () => {
      const text = twilio.taken.at(-1);
      if (text !== undefined) await report(text, 'delivered');
    });
    await send();
    expect(await state()).toBe('delivered');
  });

  test('prevent a retry of a request whose reply was lost', async () => {
    const before = twilio.taken.length;
    twilio.onNext(async () => {
      const text = twilio.taken.at(-1);
      if (text !== undefined) await report(text, 'sent');
    }, 'lose');
    await queueText();
    await app.runOutbox('all');
    await app.runOutbox('all');
    expect(twilio.taken.length - before).toBe(1);
    expect(await state()).toBe('sent');
  });

  test('are accepted only with the account’s signature over this URL and body', async () => {
    const text = await send();
    const genuine = twilio.report(text, { MessageStatus: 'delivered' });
    const other = await send();
    const forged = [
      twilio.report(text, { MessageStatus: 'delivered' }, 'another-token'),
      { ...genuine, headers: {} },
      { ...genuine, payload: genuine.payload.replace('delivered', 'failed') },
      { ...genuine, url: twilio.report(other, {}).url },
      { ...genuine, payload: '\u0000', headers: { ...genuine.headers, 'content-type': 'application/json' } },
    ];
    for (const request of forged) {
      const reply = await app.request(request);
      expect([reply.status, problem(reply).code]).toEqual([400, 'bad_signature']);
    }
    expect((await app.request({ ...genuine, url: '/api/webhooks/twilio?message=x' })).status).toBe(422);
    expect(await state()).toBe('sent');
    expect((await app.request(genuine)).status).toBe(200);
  });

  test('for an unknown message are accepted without effect', async () => {
    const text = await send();
    await app.services.db.deleteFrom('message').execute();
    expect(await report(text, 'delivered')).toBe(200);
  });
});
