/**
 * `npm run soak -- --minutes 10`: people and the office use Kemas at random while its process is killed every few
 * seconds; afterwards everything is settled, and the books are compared with the sandbox's Stripe. Ends with 1 if
 * anything does not agree. See ../README.md.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { makeCast } from './cast.ts';
import { ask, beCustomer, beOffice, type Soak } from './people.ts';
import { startMortalServer } from './server.ts';
import { judge } from './verdict.ts';

/** Between two kills, ms. Source: DOMAIN.md 7.3, style (c). */
const KILL_EVERY = [2000, 8000] as const;
/**
 * Steps of the app's clock, s: lost replies are found after a minute, challenges given up after a quarter of an hour, and
 * the hold of such a booking ends 45 minutes after it began.
 */
const SETTLE_STEPS = [61, 61, 16 * 60, 31 * 60, 61];
/** After each of them the worker gets this long for what was announced, ms. */
const WORK_FOR = 3000;

const { values: options } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(options.minutes);
if (!(minutes > 0)) throw new Error('--minutes takes a number above 0.');

const dataDir = mkdtempSync(path.join(tmpdir(), 'kemas-soak-'));
const postgres = await startEmbeddedPostgres({ dataDir, durable: true, log: console.error });
try {
  process.exitCode = (await run(postgres.url)) ? 0 : 1;
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function run(databaseUrl: string): Promise<boolean> {
  const server = await startMortalServer(databaseUrl);
  const cast = await makeCast(databaseUrl);
  const until = Date.now() + minutes * 60_000;
  const soak: Soak = { ...cast, server, until, counts: new Map(), broken: [] };
  console.log(`${cast.customers.length} customers and the office, ${minutes} minutes.`);
  await Promise.all([
    ...cast.customers.map((me) => beCustomer(soak, me)),
    beOffice(soak),
    killNowAndThen(soak),
  ]);
  await settle(soak);
  await server.stop();
  const { broken, figures } = await judge(databaseUrl);
  const all = [...soak.broken, ...broken];
  for (const [what, times] of [...soak.counts].sort()) console.log(`${String(times).padStart(7)}  ${what}`);
  for (const [what, times] of Object.entries(figures)) console.log(`${String(times).padStart(9)}  ${what}`);
  for (const one of all) console.log(`BROKEN  ${one}`);
  console.log(
    `${server.kills} kills. ${all.length === 0 ? 'Everything agrees.' : `${all.length} violations.`}`,
  );
  return all.length === 0;
}

async function killNowAndThen({ server, until }: Soak): Promise<void> {
  while (Date.now() < until) {
    await sleep(randomInt(...KILL_EVERY));
    await server.killAndStart();
  }
}

/** Lets the app's clock go on, so that sweeps find what was left, and the worker carries out what was announced. */
async function settle(soak: Soak): Promise<void> {
  for (const advance of SETTLE_STEPS) {
    await ask(soak, 'settle', { method: 'POST', path: '/api/sandbox/clock', body: { advance } });
    await sleep(WORK_FOR);
  }
}
