import { rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { type FakeTwilio, startFakeTwilio } from '#platform/testing/fake-twilio.ts';
import { makeTempDir } from '#platform/testing/temp-dir.ts';
import { type KemasProcess, startKemasProcess } from './testing/kemas-process.ts';
import { startLoadBalancer } from './testing/load-balancer.ts';

/**
 * Two processes with the API and two workers, as docs/scaling.md runs them. All four start at once on an empty database,
 * so they also race to migrate it.
 */
const ADMIN = { identity: 'admin', password: 'a password for this test' };
const DRAIN_SECONDS = 2;
/** Longer than a process drains: the rest of the request arrives when no new connections are taken. */
const SLOW_REQUEST_MS = 4000;

const folder = makeTempDir('processes');
let postgres: EmbeddedPostgres;
let gateway: FakeTwilio;
let settings: Record<string, string>;
let apis: KemasProcess[];
let workers: KemasProcess[];
let jwt: string;

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false, log: () => undefined });
  gateway = await startFakeTwilio();
  settings = {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    ADMIN_IDENTITY: ADMIN.identity,
    ADMIN_PASSWORD: ADMIN.password,
  };
  const [first, second, ...others] = await Promise.all(
    (['api', 'api', 'worker', 'worker'] as const).map((kind) => start(kind)),
  );
  apis = [first!, second!];
  workers = others;
  const signedIn = await post(apis[0]!.address, '/admins/signin', ADMIN);
  ({ jwt } = (await signedIn.json()) as { jwt: string });
});

afterAll(async () => {
  await Promise.all([...apis, ...workers].map((process) => process.stop()));
  await gateway.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Stops the process, and makes sure that everything finished in time. */
async function stop(process: KemasProcess): Promise<void> {
  expect(await process.stop()).toBe(0);
  expect(process.printed()).not.toContain('has not finished');
}

/** An API serves its metrics on its own port. */
function start(
  PROCESS: 'api' | 'worker',
  more: Readonly<Record<string, string>> = {},
): Promise<KemasProcess> {
  const own = PROCESS === 'worker' ? { METRICS_PORT: '0' } : {};
  return startKemasProcess({ ...settings, ...own, ...more, PROCESS }, gateway);
}

function post(address: string, path: string, body: object, headers: Record<string, string> = {}) {
  return fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

const office = () => ({ authorization: `Bearer ${jwt}` });
const asOffice = (address: string, path: string) => fetch(`${address}/api${path}`, { headers: office() });
const from = (address: string) => ({ 'x-forwarded-for': address });

const question = (subject: string) => ({
  firstname: 'Mei',
  email: 'mei@example.com',
  subject,
  message: 'Do you clean windows?',
});
async function questionsAbout(subject: string): Promise<number> {
  const reply = await asOffice(apis[0]!.address, '/contact-requests?size=100');
  const { items } = (await reply.json()) as { items: { subject: string }[] };
  return items.filter((item) => item.subject === subject).length;
}

test('a session opened by one process is valid in the other, and ends in both', async () => {
  const [one, other] = apis.map(({ address }) => address) as [string, string];
  const reply = await post(one, '/admins/signin', ADMIN);
  const session = { authorization: `Bearer ${((await reply.json()) as { jwt: string }).jwt}` };
  expect((await fetch(`${other}/api/sessions`, { headers: session })).status).toBe(200);
  expect((await post(other, '/signout', {}, session)).status).toBeLessThan(300);
  expect((await fetch(`${one}/api/sessions`, { headers: session })).status).toBe(401);
});

test('a limit counts the requests to both', { tags: 'deep' }, async () => {
  const statuses: number[] = [];
  for (let visit = 0; visit < 4; visit += 1) {
    const body = { mobile: `6591110${visit}00` };
    const { status } = await post(apis[visit % 2]!.address, '/customers/signin', body, from('10.1.1.1'));
    statuses.push(status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('a change through one arrives on a live stream of the other', async () => {
  const stream = await openStream(apis[1]!.address);
  await post(apis[0]!.address, '/contact-requests', question('live'), from('10.1.2.1'));
  await expect.poll(() => stream.topics).toContain('contact-request');
  stream.close();
});

test('a picture uploaded through one is served by the other', { tags: 'deep' }, async () => {
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c63' } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png');
  const reply = await fetch(`${apis[0]!.address}/api/uploads`, { method: 'POST', headers: office(), body });
  expect(reply.status).toBe(201);
  const { url } = (await reply.json()) as { url: string };
  const [here, there] = await Promise.all(
    apis.map(async ({ address }) => (await fetch(`${address}${url}`)).arrayBuffer()),
  );
  expect(there!.byteLength).toBeGreaterThan(0);
  expect(Buffer.from(there!).equals(Buffer.from(here!))).toBe(true);
});

test('a request repeated at the other process has one effect and the same reply', {
  tags: 'deep',
}, async () => {
  const send = ({ address }: KemasProcess, key: string, subject: string) =>
    post(address, '/contact-requests', question(subject), { ...from('10.1.3.1'), 'idempotency-key': key });
  const first = await send(apis[0]!, 'one-after-the-other', 'repeated');
  const again = await send(apis[1]!, 'one-after-the-other', 'repeated');
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(await again.text()).toBe(await first.text());
  expect(await questionsAbout('repeated')).toBe(1);
  const both = await Promise.all(apis.map((api) => send(api, 'at-the-same-time', 'raced')));
  expect(both.map(({ status }) => status)).toContain(201);
  for (const { status } of both) expect([201, 409]).toContain(status);
  expect(await questionsAbout('raced')).toBe(1);
});

test('a task queued by an API is run once, by one of the workers', { tags: 'deep' }, async () => {
  const mobiles = Array.from({ length: 20 }, (_, visitor) => `659222${1000 + visitor}`);
  for (const [visitor, mobile] of mobiles.entries()) {
    const { address } = apis[visitor % 2]!;
    const { status } = await post(address, '/customers/signin', { mobile }, from(`10.2.${visitor}.1`));
    expect(status).toBe(200);
  }
  const times = (mobile: string) => gateway.taken.filter(({ to }) => to === `+${mobile}`).length;
  await expect.poll(() => mobiles.every((mobile) => times(mobile) > 0)).toBe(true);
  await sleep(500);
  expect(mobiles.filter((mobile) => times(mobile) !== 1)).toEqual([]);
  const ran = (process: KemasProcess) =>
    metricsOf(process).then((text) => /^kemas_outbox_runs_total\{/m.test(text));
  expect(await Promise.all(apis.map(ran))).toEqual([false, false]);
  expect(await Promise.all(workers.map(ran))).toContain(true);
});

test('every process reports its health', { tags: 'deep' }, async () => {
  for (const { address } of [...apis, ...workers]) {
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${address}/readyz`)).json()).toMatchObject({ status: 'ok', database: 'ok' });
  }
  expect((await fetch(`${workers[0]!.address}/api/contact-details`)).status).toBe(404);
});

test('a rolling restart refuses no request, and finishes those that are in flight', {
  tags: 'deep',
}, async () => {
  const balancer = await startLoadBalancer(apis.map(({ address }) => address));
  const enough = new AbortController();
  const load = Promise.all([1, 2, 3].map((visitor) => visitUntil(enough.signal, balancer.address, visitor)));
  for (const [index, api] of apis.entries()) {
    const stream = await openStream(api.address);
    const slow = sendSlowly(api.address, `slow ${index}`);
    await sleep(300);
    const stopped = stop(api);
    expect(await slow).toBe(201);
    await stopped;
    await stream.ended;
    apis[index] = await start('api', { PORT: new URL(api.address).port });
    await expect.poll(async () => (await fetch(`${api.address}/readyz`)).status).toBe(200);
    await sleep(1000);
  }
  enough.abort();
  const replies = (await load).flat();
  await balancer.close();
  expect(replies.length).toBeGreaterThan(50);
  expect(replies.filter((status) => status !== 200 && status !== 201)).toEqual([]);
});

test('a worker that is stopped finishes its task, and the other one runs the rest', {
  tags: 'deep',
}, async () => {
  const held = Promise.withResolvers<void>();
  gateway.onNext(() => held.promise);
  const before = gateway.taken.length;
  await post(apis[0]!.address, '/customers/signin', { mobile: '6593330001' }, from('10.3.1.1'));
  await expect.poll(() => gateway.taken.length).toBe(before + 1);
  const [one, other] = workers as [KemasProcess, KemasProcess];
  const stopped = stop(one);
  await post(apis[0]!.address, '/customers/signin', { mobile: '6593330002' }, from('10.3.2.1'));
  await sleep(1000);
  held.resolve();
  await stopped;
  const times = (mobile: string) => gateway.taken.filter(({ to }) => to === `+${mobile}`).length;
  await expect.poll(() => times('6593330002')).toBe(1);
  expect(times('6593330001')).toBe(1);
  expect(other.isRunning()).toBe(true);
});

test('(control: a process that is killed loses the request in flight)', { tags: 'deep' }, async () => {
  const slow = sendSlowly(apis[0]!.address, 'lost');
  await sleep(300);
  apis[0]!.kill();
  await expect(slow).rejects.toThrow();
});

const metricsOf = async ({ address }: KemasProcess) => (await fetch(`${address}/metrics`)).text();

async function openStream(address: string) {
  const closing = new AbortController();
  const reply = await fetch(`${address}/api/live`, { headers: office(), signal: closing.signal });
  const topics: string[] = [];
  const read = async () => {
    const events = reply
      .body!.pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream());
    for await (const { data } of events)
      topics.push((JSON.parse(data) as { topic?: string }).topic ?? 'ready');
  };
  const ended = read().catch(() => undefined);
  await expect.poll(() => topics).toContain('ready');
  return { topics, ended, close: () => closing.abort() };
}

/** A visitor who reads and writes; resolves with the status of every reply, 0 for a failed connection. */
async function visitUntil(stop: AbortSignal, address: string, visitor: number): Promise<number[]> {
  const statuses: number[] = [];
  const note = (reply: Promise<Response>) =>
    reply
      .then(async (response) => {
        await response.arrayBuffer();
        return response.status;
      })
      .catch(() => 0);
  for (let visit = 0; !stop.aborted; visit += 1) {
    statuses.push(await note(fetch(`${address}/api/contact-details`)));
    const place = from(`10.4.${visitor}.${visit % 250}`);
    if (visit % 5 === 0)
      statuses.push(await note(post(address, '/contact-requests', question('load'), place)));
    await sleep(50);
  }
  return statuses;
}

/** A request whose body takes several seconds to arrive. Resolves with the status. */
function sendSlowly(address: string, subject: string): Promise<number> {
  const body = JSON.stringify(question(subject));
  return new Promise((done, fail) => {
    const sending = httpRequest(`${address}/api/contact-requests`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length, ...from('10.5.1.1') },
    });
    sending.once('error', fail);
    sending.once('response', (reply) => done(reply.resume().statusCode ?? 0));
    sending.write(body.slice(0, 10));
    setTimeout(() => sending.end(body.slice(10)), SLOW_REQUEST_MS);
  });
}
