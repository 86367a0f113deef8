/**
 * `npm run soak -- --minutes 10`: customers and the office use Kemas at random while its process is killed every few seconds;
 * afterwards the books are checked and compared with the sandbox's Stripe. Exits with 1 if they disagree. See ../README.md.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { SECRET } from '../business/sessions.ts';
import { startServer } from '../server.ts';
import { makeCast } from './cast.ts';
import { ask, beCustomer, beOffice, type Soak } from './people.ts';
import { judge } from './verdict.ts';

/** Between two kills, ms. Source: DOMAIN.md 7.3, style (c). */
const KILL_EVERY = [2000, 8000] as const;
/**
 * Steps of the app's clock, s: lost replies are looked up after a minute, card challenges expire after 15 minutes, and the hold
 * of such a booking ends 45 minutes after it began.
 */
const CLOCK_STEPS = [61, 61, 16 * 60, 31 * 60, 61];
/** After each step the worker gets so long, ms. */
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
  const start = () =>
    startServer('kemas', {
      DATABASE_URL: databaseUrl,
      DEMO: '0',
      SESSION_SECRET: SECRET,
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent', // failures are counted
    });
  let server = start();
  let kills = 0;
  await server;
  const cast = await makeCast(databaseUrl);
  const until = Date.now() + minutes * 60_000;
  const soak: Soak = {
    ...cast,
    address: async () => (await server).address,
    until,
    counts: new Map(),
    broken: [],
  };
  const killNowAndThen = async () => {
    while (Date.now() < until) {
      await sleep(randomInt(...KILL_EVERY));
      const running = await server;
      kills += 1;
      server = running.stop('SIGKILL').then(start);
      await server;
    }
  };
  console.log(`${cast.customers.length} customers and the office, ${minutes} minutes.`);
  await Promise.all([...cast.customers.map((me) => beCustomer(soak, me)), beOffice(soak), killNowAndThen()]);
  await finishAllWork(soak);
  await (await server).stop();
  const { broken, figures } = await judge(databaseUrl);
  const all = [...soak.broken, ...broken];
  for (const [what, times] of [...soak.counts].sort()) console.log(`${String(times).padStart(7)}  ${what}`);
  for (const [what, times] of Object.entries(figures)) console.log(`${String(times).padStart(9)}  ${what}`);
  for (const one of all) console.log(`BROKEN  ${one}`);
  console.log(`${kills} kills. ${all.length === 0 ? 'The books agree.' : `${all.length} violations.`}`);
  return all.length === 0;
}

/** Moves the app's clock on, so that cron jobs and the worker finish all open work. */
async function finishAllWork(soak: Soak): Promise<void> {
  for (const advance of CLOCK_STEPS) {
    await ask(soak, 'clock', { method: 'POST', path: '/api/sandbox/clock', body: { advance } });
    await sleep(WORK_FOR);
  }
}
