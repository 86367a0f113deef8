import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { impatientBreaker, type Mood, type SmsLab, smsCases } from 'kemas/conformance';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provider } from './index.ts';

/* A fake of Vonage's SMS API, over HTTP. */

const SIGNATURE_SECRET = 'a signature secret of this test';
const ENV = { VONAGE_API_KEY: 'abcd1234', VONAGE_API_SECRET: 'a-secret-of-tests', VONAGE_FROM: 'Sparkle' };
const taken: URLSearchParams[] = [];
let mood: Mood = 'works';

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://vonage.test');
  const form = request.method === 'POST' ? new URLSearchParams(await text(request)) : searchParams;
  const reply = (body: object) => response.end(JSON.stringify(body));
  if (mood === 'never answers') return;
  if (mood === 'is down') return void response.writeHead(503).end();
  const isOurs =
    form.get('api_key') === ENV.VONAGE_API_KEY && form.get('api_secret') === ENV.VONAGE_API_SECRET;
  if (pathname === '/account/get-balance')
    return void (isOurs ? reply({ value: 10 }) : response.writeHead(401).end());
  if (!isOurs) return void reply({ messages: [{ status: '4' }] });
  if (mood === 'refuses this reader') return void reply({ messages: [{ status: '7' }] });
  taken.push(form);
  reply({ 'message-count': '1', messages: [{ to: form.get('to'), status: '0', 'message-id': '1' }] });
});
beforeAll(() => new Promise<void>((up) => server.listen(0, '127.0.0.1', up)));
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const open = (env: Readonly<Record<string, string>>) =>
  provider.open({
    env: { VONAGE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...env },
    makeBreaker: impatientBreaker,
    log: pino({ level: 'silent' }),
    reportsTo: (id) => `https://sparkle.example/api/webhooks/sms-gateway?message=${id}`,
  });

describe('is an SMS provider that', () => {
  it.each(smsCases)('$name', async ({ run }) => {
    taken.length = 0;
    mood = 'works';
    const sms = await open({ ...ENV, VONAGE_SIGNATURE_SECRET: SIGNATURE_SECRET });
    if (sms === null) throw new Error('It is configured.');
    const lab: SmsLab = {
      sms,
      become: (next) => {
        mood = next;
      },
      taken: () => taken.map((form) => ({ to: form.get('to') ?? '', body: form.get('text') ?? '' })),
      secrets: [ENV.VONAGE_API_SECRET],
      report: (id, news) => {
        const fields = { 'client-ref': id, 'err-code': '9', msisdn: '6591234567', status: news };
        const signed = Object.entries(fields)
          .map(([name, value]) => `&${name}=${value}`)
          .join('');
        const sig = createHmac('sha256', SIGNATURE_SECRET).update(signed).digest('hex').toUpperCase();
        return { url: '', body: Buffer.from(JSON.stringify({ ...fields, sig })), header: () => undefined };
      },
    };
    await run(lab);
  });
});

it('is off without its variables, and says which are missing', async () => {
  expect(await open({})).toBeNull();
  await expect(open({ VONAGE_API_KEY: 'abcd1234' })).rejects.toThrow('Set VONAGE_API_KEY, VONAGE_API_SECRET');
});

it('tries a message again after a wrong key or an account without money', async () => {
  const sms = await open({ ...ENV, VONAGE_API_SECRET: 'wrong' });
  const message = { id: '01900000-0000-7000-8000-00000000000a', to: '6591234567', body: 'Hello' };
  await expect(sms?.send(message)).rejects.toThrow('Vonage replied status 4.');
});
