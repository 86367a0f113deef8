import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { DEMO_PEOPLE } from '#apps/demo/sign-ins.ts';
import { loadConfig } from '#platform/server/config.ts';
import type { Services } from '#platform/server/context.ts';
import { startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { freePort } from '#platform/server/free-port.ts';
import { makeTempDir } from '#platform/testing/temp-dir.ts';
import { startPublicDemo } from './public-demo.ts';

const folder = makeTempDir('public-demo');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A database that is not empty, and so gets no demo business, which takes long to make. */
async function fill({ db, newID, clock }: Services): Promise<void> {
  const at = clock.now().toString();
  const admin = (identity: string) => ({
    id: newID(),
    identity,
    fullname: identity,
    email: `${identity}@kemas.example`,
    passwordHash: 'none',
    officeRole: 'owner',
    createdAt: at,
    updatedAt: at,
  });
  await db
    .insertInto('admin')
    .values([admin(DEMO_PEOPLE.admin), admin('another')])
    .execute();
}

test('a public demo starts afresh while people use it, who are signed out, and see no error besides a moment without answers', {
  tags: 'deep',
}, async () => {
  const dataDir = join(folder, 'data');
  const config = loadConfig({
    NODE_ENV: 'test',
    DEMO: 'public',
    SANDBOX: '1',
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
  });
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await postgres.stop();
  });
  const databases = async () =>
    (
      await client.query<{ datname: string }>(
        "select datname from pg_database where datname like 'public%' order by datname",
      )
    ).rows;
  await client.query('create database public_demo_left');
  const hour = Promise.withResolvers<void>();
  const waits = [hour.promise, Promise.resolve()];
  const demo = await startPublicDemo({
    config,
    databaseUrl: postgres.url,
    stopping: new AbortController().signal,
    fill,
    waitUntil: (_before, signal) => waits.pop() ?? sleep(1e8, undefined, { signal }),
  });
  await expect.poll(databases).toHaveLength(2); // the next one is being made
  const [first] = await databases();
  /** As often as a few people, so that they do not slow down the making of the next demo. Null: there was no answer. */
  const statusOf = async (path: string, headers = {}) => {
    await sleep(20);
    const reply = await fetch(`${demo.address}/api${path}`, { headers }).catch(() => null);
    return reply?.status ?? null;
  };
  const signIn = async () => {
    const reply = await fetch(`${demo.address}/api/sandbox/sign-in`, {
      method: 'POST',
      body: JSON.stringify({ as: 'admin' }),
      headers: { 'content-type': 'application/json' },
    });
    return { authorization: `Bearer ${((await reply.json()) as { jwt: string }).jwt}` };
  };

  // One visitor reads, another one works in the office until the demo ends.
  let isOver = false;
  const read = new Set<number | null>();
  const reading = (async () => {
    while (!isOver) read.add(await statusOf('/business'));
  })();
  const before = await signIn();
  hour.resolve();
  const worked = new Set<number | null>();
  while (!worked.has(401)) worked.add(await statusOf('/overview/counts', before));
  await expect.poll(databases).not.toContainEqual(first);
  isOver = true;
  await reading;
  const answers = (statuses: Set<number | null>) =>
    new Set([...statuses].filter((status) => status !== null));
  expect(answers(read)).toEqual(new Set([200]));
  expect(answers(worked)).toEqual(new Set([200, 401]));
  expect(await databases()).toHaveLength(1);
  expect(await statusOf('/overview/counts', await signIn())).toBe(200);
  await demo.close();
});
