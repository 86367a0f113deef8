import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPool } from '#platform/server/database/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { type FakeTwilio, startFakeTwilio } from '#platform/testing/fake-twilio.ts';
import { makeTempDir } from '#platform/testing/temp-dir.ts';
import { type KemasProcess, startKemasProcess } from './testing/kemas-process.ts';
import { type Standby, startStandby } from './testing/standby.ts';

/* The office's lists, read from a streaming replica that lags, is promoted or dies. */

const ADMIN = { identity: 'admin', password: 'a password for this test' };
const folder = makeTempDir('replica');
let primary: EmbeddedPostgres;
let standby: Standby;
let gateway: FakeTwilio;
let kemas: KemasProcess;
let jwt: string;

beforeAll(async () => {
  const dataDir = join(folder, 'primary');
  mkdirSync(join(folder, 'standby'));
  primary = await startEmbeddedPostgres({ dataDir, durable: true, log: () => undefined });
  const pool = openPool({ url: primary.url, timeZone: 'Asia/Singapore', connections: 2 });
  await migrate(pool);
  await pool.end();
  standby = await startStandby({ url: primary.url, dataDir, folder: join(folder, 'standby') });
  gateway = await startFakeTwilio();
  const settings = { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: standby.url, DATA_DIR: folder };
  kemas = await startKemasProcess(
    { ...settings, ADMIN_IDENTITY: ADMIN.identity, ADMIN_PASSWORD: ADMIN.password },
    gateway,
  );
  const signedIn = await post('/admins/signin', ADMIN);
  ({ jwt } = (await signedIn.json()) as { jwt: string });
});

afterAll(async () => {
  await kemas.stop();
  await gateway.close();
  await standby.kill();
  await primary.stop();
  rmSync(folder, { recursive: true, force: true });
});

function post(path: string, body: object, headers: Record<string, string> = {}) {
  return fetch(`${kemas.address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

let visitor = 0;
/** A visitor asks the office something; whether the office's list has it at once. */
async function isListedAtOnce(): Promise<boolean> {
  visitor += 1;
  const subject = `question ${visitor}`;
  const body = { firstname: 'Mei', email: 'mei@example.com', subject, message: 'Do you clean windows?' };
  const asked = await post('/contact-requests', body, { 'x-forwarded-for': `10.0.${visitor}.1` });
  expect(asked.status).toBe(201);
  const reply = await fetch(`${kemas.address}/api/contact-requests?size=100`, {
    headers: { authorization: `Bearer ${jwt}` },
  });
  const { items } = (await reply.json()) as { items: { subject: string }[] };
  return items.some((item) => item.subject === subject);
}

/** How often lists were read from where, since the test began. */
let before: Record<string, number>;
async function counted(): Promise<Record<string, number>> {
  const text = await (await fetch(`${kemas.address}/metrics`)).text();
  const lines = text.matchAll(/^kemas_replica_reads_total\{outcome="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, outcome = '', count]) => [outcome, Number(count)]));
}
async function readsFrom(outcome: string): Promise<number> {
  return ((await counted())[outcome] ?? 0) - (before[outcome] ?? 0);
}
beforeEach(async () => {
  before = await counted();
});

test('a list comes from the replica, with what was written just before', async () => {
  for (let round = 0; round < 10; round += 1) expect(await isListedAtOnce()).toBe(true);
  expect(await readsFrom('replica')).toBeGreaterThan(0);
  expect(await readsFrom('failed')).toBe(0);
});

test('(control: the replica alone does not have it while it is behind)', { tags: 'deep' }, async () => {
  await standby.query('select pg_wal_replay_pause()');
  expect(await isListedAtOnce()).toBe(true);
  const subject = `question ${visitor}`;
  expect(await standby.query(`select from contact_request where subject = '${subject}'`)).toEqual([]);
  expect(await readsFrom('replica')).toBe(0);
  expect(await readsFrom('behind')).toBe(1);
  await standby.query('select pg_wal_replay_resume()');
  await expect.poll(() => isListedAtOnce().then(() => readsFrom('replica'))).toBeGreaterThan(0);
});

test('a replica that was promoted is not read: it may miss what happens elsewhere', {
  tags: 'deep',
}, async () => {
  await standby.query('select pg_promote()');
  expect(await isListedAtOnce()).toBe(true);
  expect(await readsFrom('replica')).toBe(0);
});

test('lists come from the primary while there is no replica', { tags: 'deep' }, async () => {
  await standby.kill();
  expect(await isListedAtOnce()).toBe(true);
  expect(await isListedAtOnce()).toBe(true);
  expect(await readsFrom('replica')).toBe(0);
  expect(await readsFrom('failed')).toBeGreaterThan(0);
});
