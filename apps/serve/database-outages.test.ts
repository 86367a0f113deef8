import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OutagePostgres, startOutagePostgres } from '#platform/testing/outage-postgres.ts';
import { type OutageApp, startOutageApp } from './testing/outage-app.ts';

/**
 * The worker and requests of a running Kemas while its database restarts, is killed, is locked and vanishes. `npm run
 * reliability` repeats this twenty times or more and writes docs/reliability.md.
 */
/** Timeout for what never happens: longer than a busy machine may need. */
const WAIT_MS = 120_000;
/** Of a request while the database does not answer. */
const LONGEST_WAIT_MS = 8000;

let database: OutagePostgres;
let app: OutageApp;

beforeAll(async () => {
  database = await startOutagePostgres();
  app = await startOutageApp(database.url);
});
afterAll(async () => {
  await app.stop();
  await database.stop();
});

/** PostgreSQL may still be recovering: until then a request gets 503. */
async function expectCodes(): Promise<void> {
  let next = await app.askForCode();
  await expect
    .poll(async () => {
      if (next.status !== 200) next = await app.askForCode();
      return next.status;
    })
    .toBe(200);
  expect(await app.gotCode(next.mobile, WAIT_MS), app.printed()).toBe(true);
}

const outages: readonly [string, () => Promise<void>][] = [
  ['a restart of PostgreSQL', () => database.restart(1500)],
  ['a kill of one of its processes', () => database.killBackend()],
  ['a termination of every connection', () => database.terminateAll()],
  ['a lock on the tasks for five seconds', () => database.lockTasks(5000)],
];

/** Requests run while it happens; every code that was promised arrives once, and everything works afterwards. */
async function expectSurvival(outage: () => Promise<void>): Promise<readonly { status: number }[]> {
  const stop = new AbortController();
  const load = app.load(4, stop.signal);
  await sleep(500);
  await outage();
  await sleep(1500);
  stop.abort();
  const requests = await load;
  for (const { status } of requests) expect([200, 503], app.printed()).toContain(status);
  const promised = requests.filter(({ status }) => status === 200);
  expect(promised.length).toBeGreaterThan(0);
  for (const { mobile } of promised) expect(await app.gotCode(mobile, WAIT_MS), app.printed()).toBe(true);
  await expectCodes();
  expect(promised.filter(({ mobile }) => app.textsTo(mobile) !== 1)).toEqual([]);
  expect(app.isRunning()).toBe(true);
  await expect.poll(async () => (await fetch(`${app.address}/readyz`)).status).toBe(200);
  return requests;
}

test('after a restart of PostgreSQL a promised code arrives, and the worker runs', async () => {
  await expectCodes();
  await database.restart(500);
  await expectCodes();
});

test.each(outages)(
  'after %s every promised code arrives exactly once, and the worker runs',
  { tags: 'deep' },
  async (_what, outage) => void (await expectSurvival(outage)),
);

test('after a full disk every promised code arrives exactly once, and the worker runs', {
  tags: 'deep',
}, async ({ skip }) => {
  const { fillDisk } = database;
  if (fillDisk === null) return skip('A small disk cannot be mounted here.');
  const requests = await expectSurvival(() => fillDisk(5000));
  expect(requests.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
});

test.each([
  ['and another host takes over', true],
  ['and comes back', false],
])(
  'when the database host vanishes without a goodbye %s, requests get 503 and then work again',
  { tags: 'deep' },
  async (_how, failover) => {
    expect((await app.askForCode()).status).toBe(200);
    database.goSilent(failover);
    const during = await Promise.all(Array.from({ length: 8 }, () => app.askForCode()));
    for (const { status } of during) expect([200, 503], app.printed()).toContain(status);
    for (const { status, retryAfter } of during)
      if (status === 503) expect(Number(retryAfter)).toBeGreaterThan(0);
    // The promise of docs/reliability.md, for as long as the silence lasts.
    for (const { ms } of during) expect(ms, app.printed()).toBeLessThan(LONGEST_WAIT_MS);
    if (!failover) {
      // By now the loss has been noticed.
      const refused = await app.askForCode();
      expect(refused.status).toBe(503);
      expect(refused.ms).toBeLessThan(LONGEST_WAIT_MS);
      database.comeBack();
    }
    await expectCodes();
  },
);
