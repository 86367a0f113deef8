import { beforeEach, describe, expect, it } from 'vitest';
import { impatientBreaker, type SmsLab, smsCases } from '../../testing/conformance.ts';
import { startFakeSmsGateway } from '../../testing/fake-sms-gateway.ts';
import { neverOpens } from '../../testing/never-opens.ts';
import { MessageRefused } from './message-refused.ts';
import { type SmsGateway, smsGateway } from './sms-gateway.ts';
import { readGatewayReport } from './sms-gateway-reports.ts';
import { readSmsGatewaySettings } from './sms-gateway-settings.ts';

const fake = await startFakeSmsGateway();
beforeEach(() => {
  fake.requests.length = 0;
  fake.replyWith(202);
});

const FIELDS = { id: 'reference', status: 'status', reason: 'reason' };
const SECRET = 'a secret of this test that is long';
const gateway = (more: Partial<SmsGateway> = {}) =>
  smsGateway({
    url: fake.url,
    method: 'POST',
    format: 'json',
    headers: { 'X-Api-Key': fake.key },
    body: { to: '{to}', from: '{from}', text: '{text}', reference: '{id}' },
    from: 'Kemas',
    reportsTo: (id) => `https://kemas.example/api/webhooks/sms-gateway?message=${id}`,
    reportSecret: SECRET,
    reportFields: FIELDS,
    makeBreaker: neverOpens,
    ...more,
  });
const message = { id: '01900000-0000-7000-8000-00000000000a', to: '6591234567', body: 'Hello {id} 你好' };

describe('a message', () => {
  it('is sent as JSON, with its placeholders filled once', async () => {
    await gateway().send(message);
    const [request] = fake.requests;
    expect(request?.headers).toMatchObject({ 'content-type': 'application/json', 'x-api-key': fake.key });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      to: '6591234567',
      from: 'Kemas',
      text: 'Hello {id} 你好',
      reference: message.id,
    });
  });

  it('is sent as a form, by PUT, or nested, as the template says', async () => {
    await gateway({ format: 'form', body: { msisdn: '+{to}', message: '{text}', unicode: 1 } }).send(message);
    await gateway({
      method: 'PUT',
      body: { messages: [{ to: ['{to}'], text: '{text}', callback: '{reports}', flash: false }] },
    }).send(message);
    const [form, put] = fake.requests;
    expect(form?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(form?.body))).toEqual({
      msisdn: '+6591234567',
      message: message.body,
      unicode: '1',
    });
    expect(put?.method).toBe('PUT');
    expect(JSON.parse(put?.body ?? '')).toEqual({
      messages: [
        {
          to: ['6591234567'],
          text: message.body,
          callback: `https://kemas.example/api/webhooks/sms-gateway?message=${message.id}`,
          flash: false,
        },
      ],
    });
  });

  it.each([302, 400, 401, 429, 500])('is not sent if the gateway replies %i', async (status) => {
    fake.replyWith(status);
    await expect(gateway().send(message)).rejects.toThrow();
    expect(fake.requests).toHaveLength(1);
  });

  it.each([
    [400, true],
    [422, true],
    [404, false],
    [405, false],
    [415, false],
  ])('%i refuses the message for good: %j', async (status, isFinal) => {
    fake.replyWith(status);
    const error = await gateway()
      .send(message)
      .catch((thrown: unknown) => thrown);
    expect(error instanceof MessageRefused).toBe(isFinal);
  });

  it('names the status for the office, and neither the number nor the text', async () => {
    fake.replyWith(403);
    const error = await gateway()
      .send(message)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 403, message: 'The SMS gateway replied 403.' });
  });
});

describe('is an SMS provider that', () => {
  const STATUS = {
    works: 202,
    'refuses this reader': 400,
    'is down': 503,
    'never answers': 'hangs',
  } as const;
  const lab = (): SmsLab => ({
    sms: gateway({ makeBreaker: impatientBreaker }),
    become: (mood) => fake.replyWith(STATUS[mood]),
    taken: () =>
      fake.requests.flatMap(({ status, body }) => {
        const { to, text } = JSON.parse(body) as { readonly to: string; readonly text: string };
        return status === 202 ? [{ to, body: text }] : [];
      }),
    secrets: [fake.key, SECRET],
    report: (id, news) => ({
      url: '',
      body: Buffer.from(JSON.stringify({ reference: id, status: news })),
      header: (name) => (name === 'authorization' ? `Bearer ${SECRET}` : undefined),
    }),
  });
  it.each(smsCases)('$name', ({ run }) => run(lab()));
});

describe('a report', () => {
  const read = (body: string, authorization = `Bearer ${SECRET}`, fields = FIELDS) =>
    readGatewayReport(
      { secret: SECRET, fields },
      {
        url: '',
        body: Buffer.from(body),
        header: (name) => (name === 'authorization' ? authorization : undefined),
      },
    );
  const basic = (login: string) => `Basic ${Buffer.from(login).toString('base64')}`;

  it.each([
    ['{"reference":"a","status":"DELIVERED"}', { messageID: 'a', news: 'delivered', reason: '' }],
    ['reference=a&status=DELIVRD', { messageID: 'a', news: 'delivered', reason: '' }],
    ['{"status":"sent"}', { messageID: null, news: 'taken', reason: '' }],
    [
      '{"reference":"a","status":"UNDELIV","reason":"Absent\\nsubscriber"}',
      { messageID: 'a', news: 'failed', reason: 'The gateway says: Absent subscriber' },
    ],
    ['status=failed', { messageID: null, news: 'failed', reason: 'The network did not deliver it.' }],
    ['{"status":"a-new-word"}', { messageID: null, news: 'none', reason: '' }],
    ['{"status":', { messageID: null, news: 'none', reason: '' }],
    ['', { messageID: null, news: 'none', reason: '' }],
    ['{"status":{"nested":true}}', { messageID: null, news: 'none', reason: '' }],
    ['{"__proto__":{"status":"delivered"}}', { messageID: null, news: 'none', reason: '' }],
  ])('%s is read', (body, expected) => expect(read(body)).toEqual(expected));

  it('is read where the settings say', () => {
    const fields = { id: 'results.0.ref', status: 'results.0.state.name', reason: 'none' };
    const body = '{"results":[{"ref":"a","state":{"name":"delivered"}}]}';
    expect(read(body, undefined, fields)).toEqual({ messageID: 'a', news: 'delivered', reason: '' });
  });

  it('is read with the secret as the password of Basic authentication', () => {
    expect(read('status=sent', basic(`kemas:${SECRET}`))?.news).toBe('taken');
  });

  it.each([
    '',
    'Bearer',
    'Bearer wrong',
    SECRET,
    `Digest ${SECRET}`,
    basic('kemas:wrong'),
    basic(SECRET.slice(1)),
  ])('is refused with the header %j', (authorization) =>
    expect(read('status=delivered', authorization)).toBeNull(),
  );
});

describe('the settings', () => {
  const settings = (more: object = {}) =>
    readSmsGatewaySettings({
      SMS_GATEWAY_FORMAT: 'json',
      SMS_GATEWAY_HEADERS: '{}',
      SMS_GATEWAY_BODY: '{"to":"{to}","text":"{text}"}',
      SMS_GATEWAY_REPORT_FIELDS: '{}',
      ...more,
    });

  it('have defaults for reports', () => {
    expect(settings()).toMatchObject({ reportFields: FIELDS });
  });

  it.each([
    [{ SMS_GATEWAY_HEADERS: '{"a":1}' }, 'SMS_GATEWAY_HEADERS: write it as a JSON object'],
    [{ SMS_GATEWAY_HEADERS: '{"a":"b\\r\\nc: d"}' }, 'SMS_GATEWAY_HEADERS: write it as a JSON object'],
    [{ SMS_GATEWAY_BODY: 'to={to}' }, 'SMS_GATEWAY_BODY: write it as a JSON object'],
    [{ SMS_GATEWAY_BODY: '["{to}"]' }, 'SMS_GATEWAY_BODY: write it as a JSON object'],
    [{ SMS_GATEWAY_BODY: '{"to":"{to}"}' }, 'SMS_GATEWAY_BODY: use {text} in it'],
    [
      { SMS_GATEWAY_FORMAT: 'form', SMS_GATEWAY_BODY: '{"to":["{to}"],"text":"{text}"}' },
      'SMS_GATEWAY_BODY: a form has no objects or lists',
    ],
    [{ SMS_GATEWAY_REPORT_FIELDS: '{"state":"x"}' }, 'SMS_GATEWAY_REPORT_FIELDS: write it as a JSON object'],
  ])('%j are refused', (more, sentence) => {
    expect(settings(more)).toEqual([expect.stringContaining(sentence)]);
  });
});
