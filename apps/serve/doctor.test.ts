import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openProviders } from '#apps/process/providers.ts';
import { systemClock } from '#platform/server/clock.ts';
import { loadConfig } from '#platform/server/config.ts';
import { examine } from '#platform/server/operations/examine.ts';
import { startMetricsServer } from '#platform/server/operations/metrics-server.ts';
import { createBreaker } from '#platform/server/providers/breaker.ts';
import { measureBreakers } from '#platform/server/providers/measure-breakers.ts';
import { startFakeOneMap } from '#platform/testing/fake-one-map.ts';
import { startFakeSmsGateway } from '#platform/testing/fake-sms-gateway.ts';
import { makeTempDir } from '#platform/testing/temp-dir.ts';
import { startTestApp } from '#platform/testing/test-app.ts';

/* The providers are fakes that speak the real protocols, over HTTP and SMTP. */

const app = await startTestApp({ features: [] });
const folder = makeTempDir('doctor');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SID = `AC${'0'.repeat(32)}`;
const mails: string[] = [];
let http: ReturnType<typeof createServer>;
let smtp: Server;

/** Stripe, Twilio, Facebook, and our own public address. */
const PAGES: Readonly<Record<string, { readonly auth?: RegExp; readonly body: object }>> = {
  '/v1/balance': { auth: /^Bearer sk_test_right$/, body: { object: 'balance' } },
  [`/2010-04-01/Accounts/${SID}.json`]: {
    auth: new RegExp(`^Basic ${Buffer.from(`${SID}:right`).toString('base64')}$`),
    body: { sid: SID, status: 'active' },
  },
  '/v25.0/123?access_token=123%7Cright': { body: { id: '123' } },
  '/healthz': { body: { status: 'ok' } },
  '/account/get-balance?api_key=abcd1234&api_secret=right': { body: { value: 10 } },
};

beforeAll(async () => {
  http = createServer((request, response) => {
    const page = PAGES[request.url ?? ''];
    const isAllowed = page?.auth?.test(request.headers.authorization ?? '') ?? true;
    const status = isAllowed ? 200 : 401;
    const refusal = { error: { message: 'Wrong key', type: 'invalid_request_error', code: 190 } };
    if (page === undefined) return response.writeHead(404).end();
    response.writeHead(status, { 'content-type': 'application/json' });
    return response.end(JSON.stringify(isAllowed ? page.body : refusal));
  });
  smtp = createTcpServer((socket) => {
    let isData = false;
    socket.write('220 ready\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (part) => {
      for (const line of String(part).split(/(?<=\r\n)/)) {
        if (isData) mails.push(line);
        if (isData && line !== '.\r\n') continue;
        isData = /^DATA/i.test(line);
        socket.write(isData ? '354 go on\r\n' : '250 ok\r\n');
      }
    });
  });
  await Promise.all(
    [http, smtp].map((server) => new Promise<void>((up) => server.listen(0, '127.0.0.1', up))),
  );
});
afterAll(() => {
  http.close();
  smtp.close();
});

afterEach(() => vi.unstubAllEnvs());

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

async function findings(key: string, more: Readonly<Record<string, string>> = {}, sendTo?: string) {
  const address = `http://127.0.0.1:${portOf(http)}`;
  const config = loadConfig({
    NODE_ENV: 'production',
    DATA_DIR: folder,
    SESSION_SECRET: 'a secret of this test that is long enough',
    METRICS_PORT: '1',
    PUBLIC_URL: address,
    STRIPE_SECRET_KEY: `sk_test_${key}`,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    STRIPE_API_URL: address,
    TWILIO_ACCOUNT_SID: SID,
    TWILIO_AUTH_TOKEN: key,
    TWILIO_FROM: 'Kemas',
    TWILIO_API_URL: address,
    SMTP_URL: `smtp://127.0.0.1:${portOf(smtp)}`,
    SMTP_FROM: 'Kemas <hello@kemas.example>',
    FACEBOOK_APP_ID: '123',
    FACEBOOK_APP_SECRET: key,
    FACEBOOK_GRAPH_URL: address,
    ...more,
  });
  const log = pino({ level: 'silent' });
  const outside = await openProviders(config, {
    db: app.services.db,
    clock: systemClock,
    keys: app.services.keys,
    log,
  });
  const found = await examine({
    config,
    databaseUrl: app.database.url,
    providers: outside.providers,
    names: outside.names,
    sendTo,
  });
  await outside.close();
  return Object.fromEntries(found.map(({ about, state, says }) => [about, `${state}: ${says}`]));
}

test('with everything right, each answers a real request', async () => {
  const found = await findings('right', { ALERT_EMAIL: 'boss@example.sg' });
  expect(found).toEqual({
    Database: expect.stringMatching(/^good: PostgreSQL 18\.\S+, its schema is current, /),
    Disk: expect.stringMatching(/^good: /),
    Uploads: 'good: A file was written, read and removed.',
    Cards: 'good: Stripe answers.',
    SMS: 'good: Twilio answers.',
    'E-mail': 'good: SMTP answers.',
    'Facebook sign-in': 'good: Facebook answers.',
    Calendar: expect.stringMatching(/^off: Not configured/),
    Addresses: expect.stringMatching(/^off: Not configured/),
    'Circuit breakers': expect.stringMatching(/^off: Kemas does not answer at http:.*:1\/metrics/),
    'Public address': expect.stringMatching(/^good: http/),
    Alerts: expect.stringMatching(/^good: Configured/),
  });
  expect(mails).toEqual([]);
});

test('with wrong keys and addresses, each says what to look at', async () => {
  const found = await findings('wrong', { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'http://127.0.0.1:1' });
  for (const [about, name] of Object.entries({
    Cards: 'Stripe',
    SMS: 'Twilio',
    'E-mail': 'SMTP',
    'Facebook sign-in': 'Facebook',
  }))
    expect(found[about]).toMatch(new RegExp(`^bad: .*Compare the settings of ${name} with its console`));
  expect(found['Public address']).toMatch(/^bad: .*look at the proxy/);
  expect(JSON.stringify(found)).not.toContain('wrong');
});

test('a trial e-mail is sent if asked for', async () => {
  const { Alerts } = await findings('right', {}, 'boss@example.sg');
  expect(Alerts).toMatch(/^good: An e-mail is on its way to boss@example.sg/);
  expect(mails.join('')).toContain('To: boss@example.sg');
});

test('a provider of another package is used instead of ours', async () => {
  vi.stubEnv('VONAGE_URL', `http://127.0.0.1:${portOf(http)}`);
  vi.stubEnv('VONAGE_API_KEY', 'abcd1234');
  vi.stubEnv('VONAGE_API_SECRET', 'right');
  vi.stubEnv('VONAGE_FROM', 'Sparkle');
  const PROVIDERS = './extensions/vonage-sms/index.ts';
  const found = await findings('right', { PROVIDERS, TWILIO_AUTH_TOKEN: 'wrong' });
  expect(found.SMS).toBe('good: Vonage answers.');
  await expect(findings('right', { PROVIDERS, STRIPE_SECRET_KEY: '', SMTP_URL: '' })).rejects.toThrow(
    /none of them provides mail.*\n.*none of them provides payments/,
  );
});

test.each([
  ['./no-such-file.ts', 'cannot be loaded'],
  ['no-such-package', 'cannot be loaded'],
  ['./apps/process/services.ts', 'does not export a `provider`'],
])('PROVIDERS=%s is refused', async (PROVIDERS, sentence) => {
  await expect(findings('right', { PROVIDERS })).rejects.toThrow(`PROVIDERS: ${PROVIDERS} ${sentence}`);
});

test('another SMS gateway and OneMap are tried too', async () => {
  const gateway = await startFakeSmsGateway();
  const map = await startFakeOneMap();
  const other = {
    TWILIO_ACCOUNT_SID: '',
    TWILIO_AUTH_TOKEN: '',
    TWILIO_FROM: '',
    SMS_GATEWAY_URL: gateway.url,
    ONEMAP_EMAIL: map.account.email,
    ONEMAP_URL: map.url,
  };
  const right = await findings('right', { ...other, ONEMAP_PASSWORD: map.account.password });
  expect(right).toMatchObject({ SMS: 'good: SMS gateway answers.', Addresses: 'good: OneMap answers.' });
  expect(gateway.requests).toEqual([]);
  const wrong = await findings('right', {
    ...other,
    SMS_GATEWAY_URL: 'http://127.0.0.1:1/',
    ONEMAP_PASSWORD: 'wrong',
  });
  expect(wrong.SMS).toMatch(/^bad: .*settings of SMS gateway/);
  expect(wrong.Addresses).toMatch(/^bad: OneMap replied 401\. Compare the settings of OneMap/);
});

test('the breakers of the running Kemas are read from its metrics', async () => {
  const registry = new Registry();
  const log = pino({ level: 'silent' });
  const [stripe, twilio] = ['Stripe', 'Twilio'].map((provider) =>
    createBreaker({ provider, timeoutMs: 1000, failures: 1, log }),
  );
  if (!stripe || !twilio) throw new Error('Expected two breakers.');
  measureBreakers(registry, [stripe, twilio]);
  const metrics = await startMetricsServer({ registry, port: 0, host: '127.0.0.1' });
  const running = { METRICS_PORT: String(metrics.port) };
  expect((await findings('right', running))['Circuit breakers']).toBe('good: All are closed.');
  await twilio.run(() => Promise.reject(new Error('no answer'))).catch(() => undefined);
  expect((await findings('right', running))['Circuit breakers']).toMatch(/^bad: Open: Twilio\. /);
  await metrics.close();
});
