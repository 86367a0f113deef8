import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { features } from '#apps/api/features.ts';
import { makeWorld } from '#features/booking/booking/server/testing/world.ts';
import { addKey } from '#features/office/api-keys/server/testing/add-key.ts';
import { signedHeaders } from '#features/office/webhooks/server/sign.ts';
import { makeTempDir } from '#platform/testing/temp-dir.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { buildClient } from './build.ts';

const folder = makeTempDir('client');
const { calls } = await buildClient(path.join(folder, 'client'));

interface Client {
  createKemas(options: object): Record<string, (input?: object, options?: object) => Promise<Json>>;
  everyItem(list: unknown, input: object): AsyncIterable<Json>;
  verifyWebhook(body: string, headers: object, secret: string, options?: object): Promise<Json>;
}
type Json = Readonly<Record<string, unknown>>;
const { createKemas, everyItem, verifyWebhook } = (await import(
  path.join(folder, 'client/index.js')
)) as Client;

const app = await startTestApp({ features });
await app.api.fastify.listen({ port: 0, host: '127.0.0.1' });
const baseUrl = `http://127.0.0.1:${(app.api.fastify.server.address() as AddressInfo).port}`;
const { jwt: apiKey } = await addKey(app, 'office');
const kemas = createKemas({ baseUrl, apiKey });
const call = (name: string, input: object = {}, options: object = {}) => {
  const send = kemas[name];
  if (send === undefined) throw new Error(`The client has no ${name}.`);
  return send(input, options);
};

it('has every call that a key can make', () => {
  expect(calls).toBeGreaterThan(150);
  expect(Object.keys(kemas)).toEqual(
    expect.arrayContaining(['listJobs', 'createJobForCustomer', 'createCustomer', 'createWebhook']),
  );
  expect(Object.keys(kemas)).not.toContain('createApiKey');
});

describe('its types', () => {
  const check = (example: string) => {
    writeFileSync(path.join(folder, 'example.ts'), example);
    const options = {
      strict: true,
      module: 'nodenext',
      target: 'esnext',
      lib: ['esnext', 'dom'],
      types: [],
      noEmit: true,
    };
    const config = { compilerOptions: options, files: ['example.ts'] };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
    const compiler = path.resolve('node_modules/typescript-native/bin/tsc');
    return spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' }).stdout;
  };

  it('accept what the server accepts, and nothing else', () => {
    const problems = check(`
      import { createKemas, everyItem, KemasError, verifyWebhook } from './client/index.js';
      const kemas = createKemas({ baseUrl: 'https://kemas.example', apiKey: 'kemas_live_x' });
      for await (const job of everyItem(kemas.listJobs, { query: { status: 'paid' } })) {
        const version: number = job.version;
        console.log(job.customer.fullname, version);
        // @ts-expect-error: there is no such field
        console.log(job.price.colour);
      }
      const { items, total } = await kemas.listCustomers({ query: { q: 'mei', size: 10 } });
      console.log(items[0]?.mobile, total);
      // @ts-expect-error: a job is named
      await kemas.getJob();
      // @ts-expect-error: a mobile number is required
      await kemas.createCustomer({ body: { firstname: 'Mei' } });
      const pdf: Blob = await kemas.getReceipt({ params: { id: items[0]?.id ?? '' } });
      console.log(pdf.size);
      try {
        await kemas.cancelJob({ params: { id: 'x' }, body: {} }, { idempotencyKey: 'k' });
      } catch (error) {
        if (error instanceof KemasError && error.code === 'throttled') console.log(error.retryAfter);
      }
      const event = await verifyWebhook('{}', new Headers(), 'whsec_x');
      if (event.type === 'job.paid') console.log(event.data.id);
      // @ts-expect-error: there is no such event
      if (event.type === 'job.stolen') console.log(event);
    `);
    expect(problems).toBe('');
  });
});

describe('against a server', () => {
  it('creates and reads records', async () => {
    const body = {
      salutation: 'Ms',
      firstname: 'Mei',
      lastname: 'Tan',
      email: 'mei@home.example',
      mobile: '91234567',
    };
    const customer = await call('createCustomer', { body });
    expect(customer).toMatchObject({ firstname: 'Mei', mobile: '6591234567' });
    expect(await call('getCustomer', { params: { id: customer.id } })).toMatchObject({ lastname: 'Tan' });
    expect(await call('listCustomers', { query: { q: 'mei' } })).toMatchObject({ total: 1 });
  });

  it('throws a refusal with its code and fields', async () => {
    await expect(call('createCustomer', { body: { firstname: 'Mei' } })).rejects.toMatchObject({
      name: 'KemasError',
      status: 422,
      code: 'invalid',
      fields: expect.arrayContaining([{ path: 'mobile', message: expect.any(String) }]),
    });
    const stranger = createKemas({ baseUrl, apiKey: 'kemas_live_unknown' });
    await expect(stranger.listJobs?.()).rejects.toMatchObject({ status: 401, code: 'unauthenticated' });
  });

  it('lists every item, page by page', async () => {
    await makeWorld(app.context(), { customers: 7, cleaners: 0 });
    const found: Json[] = [];
    for await (const one of everyItem(kemas.listCustomers, { query: { size: 3 } })) found.push(one);
    expect(new Set(found.map(({ id }) => id)).size).toBe(8);
  });

  it('sends a key with calls that accept one, so that its own repeats have one effect', async () => {
    const sent: { key: string | null; body: string }[] = [];
    let failures = 1;
    const flaky: typeof fetch = async (url, init) => {
      const headers = new Headers(init?.headers);
      sent.push({ key: headers.get('idempotency-key'), body: String(init?.body) });
      const reply = await fetch(url, init);
      if (failures === 0) return reply;
      failures -= 1;
      return new Response('{}', { status: 503, headers: { 'retry-after': '0' } });
    };
    const client = createKemas({ baseUrl, apiKey, fetch: flaky });
    const world = await makeWorld(app.context(), { customers: 1, cleaners: 1 });
    const [customer] = world.customers;
    const body = {
      packageID: world.packageID,
      customerID: customer?.id,
      addressID: customer?.addressID,
      startTime: '2026-12-01T09:00:00+08:00',
    };
    const job = await client.createJobForCustomer?.({ body });
    expect(sent).toHaveLength(2);
    expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent[1]).toEqual(sent[0]);
    const { items } = await call('listJobs', { query: { customerID: customer?.id } });
    expect((items as readonly { id: string }[]).map(({ id }) => id)).toEqual([job?.id]);
  });

  it('does not repeat a call without a key', async () => {
    let sent = 0;
    const busy: typeof fetch = async () => {
      sent += 1;
      return new Response('{}', { status: 503, headers: { 'retry-after': '0' } });
    };
    const client = createKemas({ baseUrl, apiKey, fetch: busy });
    await expect(client.createWebhook?.({ body: { url: 'https://a.example' } })).rejects.toMatchObject({
      status: 503,
    });
    expect(sent).toBe(1);
  });
});

describe('verifyWebhook', () => {
  const secret = `${'whsec'}_${btoa('a secret of thirty-two bytes, yes')}`;
  const body = JSON.stringify({ type: 'job.paid', timestamp: '2026-11-23T02:00:00Z', data: { id: 'x' } });
  const now = 1_795_000_000_000;
  const headers = signedHeaders({ id: 'e1', timestamp: now / 1000, body }, [secret]);
  const verify = (sent = body, given: object = headers, more: object = {}) =>
    verifyWebhook(sent, given, secret, { now, ...more });

  it('returns the event that Kemas has signed', async () => {
    expect(await verify()).toMatchObject({ type: 'job.paid' });
    expect(await verify(body, new Headers(headers))).toMatchObject({ type: 'job.paid' });
    const both = `v1,${btoa('another')} ${headers['webhook-signature']}`;
    expect(await verify(body, { ...headers, 'webhook-signature': both })).toMatchObject({ type: 'job.paid' });
  });

  it.each([
    ['a changed body', () => verify(`${body} `)],
    ['another id', () => verify(body, { ...headers, 'webhook-id': 'e2' })],
    ['a missing header', () => verify(body, { ...headers, 'webhook-signature': undefined })],
    ['another version', () => verify(body, { ...headers, 'webhook-signature': 'v1a,abc' })],
    ['no base64', () => verify(body, { ...headers, 'webhook-signature': 'v1,%%%' })],
    ['an old event', () => verify(body, headers, { now: now + 301_000 })],
    ['an event from the future', () => verify(body, headers, { now: now - 301_000 })],
    ['a timestamp that is no number', () => verify(body, { ...headers, 'webhook-timestamp': 'now' })],
  ])('refuses %s', async (_what, attack) => {
    await expect(attack()).rejects.toThrow(/missing|old|not signed/);
  });
});
