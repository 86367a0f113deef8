/**
 * `npm run soak -- --minutes 10`: customers and the office use Kemas at random while its process is killed every few seconds;
 * afterwards the books are checked and compared with the sandbox's Stripe. Exits with 1 if they disagree. See README.md.
 */
import { randomInt, randomUUID, randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { features } from '#apps/api/features.ts';
import { addCode } from '#features/booking/booking/server/testing/codes-and-hours.ts';
import { makeWorld } from '#features/booking/booking/server/testing/world.ts';
import { addPack } from '#features/money/credits/server/testing/credit-world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import type { Context } from '#platform/server/context.ts';
import { openDatabase, openPool } from '#platform/server/database/database.ts';
import { startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { compose } from '#platform/server/feature.ts';
import { ZONE } from './business/make-business.ts';
import { SECRET, signIn } from './business/sessions.ts';
import { type Call, send } from './load.ts';
import { startServer } from './server.ts';

/** Between two kills, ms: often while something is under way, seldom during the start. */
const KILL_EVERY = [2000, 8000] as const;
/**
 * Steps of the app's clock, s: lost replies are looked up after a minute, card challenges expire after 15 minutes, and the hold
 * of such a booking ends 45 minutes after it began.
 */
const CLOCK_STEPS = [61, 61, 16 * 60, 31 * 60, 61];
/** After each step the worker gets so long, ms. */
const WORK_FOR = 3000;
const MAX_TRIES = 4;
/** Mostly cards that succeed: after ten declined cards in an hour an IP address is blocked. */
const CARDS = [...Array<string>(12).fill('tok_visa'), 'tok_chargeDeclined', 'tok_threeDSecure2Required'];
const CODE = 'SOAK';
const CHECKS = new URL('soak.sql', import.meta.url);
/** Sent by a customer without a job. */
const NO_JOB = '0190a000-0000-7000-8000-000000000000';

const { values: options } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(options.minutes);
if (!(minutes > 0)) throw new Error('--minutes takes a number above 0.');

const dataDir = mkdtempSync(path.join(tmpdir(), 'kemas-soak-'));
const postgres = await startEmbeddedPostgres({ dataDir, durable: true, log: console.error });
const start = () =>
  startServer('kemas', {
    DATABASE_URL: postgres.url,
    DEMO: '0',
    SESSION_SECRET: SECRET,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent', // failures are counted
  });
let server = start();
/** Replies by action and status. */
const counts = new Map<string, number>();
const violations: string[] = [];
try {
  await server;
  const world = await makeCompany();
  const until = Date.now() + minutes * 60_000;
  const repeat = async (act: () => Promise<unknown>, [shortest, longest]: readonly [number, number]) => {
    while (Date.now() < until) {
      await sleep(randomInt(shortest, longest));
      await act();
    }
  };
  await Promise.all([
    ...world.customers.map((customer) => repeat(actOf(customer, world), [5, 60])),
    repeat(() => refundOrWait(world.office), [50, 300]),
    repeat(killServer, KILL_EVERY),
  ]);
  for (const advance of CLOCK_STEPS) {
    await ask('clock', post('/sandbox/clock', { advance }));
    await sleep(WORK_FOR);
  }
  await (await server).stop();
  violations.push(...(await checkBooks()));
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
for (const [what, times] of [...counts].sort()) console.log(`${String(times).padStart(7)}  ${what}`);
for (const violation of violations) console.log(`BROKEN  ${violation}`);
console.log(violations.length === 0 ? 'The books agree.' : `${violations.length} violations.`);
process.exitCode = violations.length === 0 ? 0 : 1;

type World = Awaited<ReturnType<typeof makeCompany>>;

/** Six customers, five cleaners, a visit, hours to buy and a promo code, in the empty database. */
async function makeCompany() {
  const pool = openPool({ url: postgres.url, timeZone: ZONE, connections: 1 });
  try {
    const clock = { now: () => Temporal.Now.instant() };
    // As much of a context as what writes the company needs.
    const ctx = { db: openDatabase(pool), clock, newID: randomUUIDv7 } as unknown as Context;
    const world = await makeWorld(ctx, { customers: 6, cleaners: 5 });
    await addCode(ctx, CODE, { allocation: 8, perCustomer: 2 });
    const ids = world.customers.map(({ id }) => id);
    const tokens = await signIn(pool, 'customer', ids);
    const [office = ''] = await signIn(pool, 'admin', [randomUUIDv7()]);
    return {
      packageID: world.packageID,
      // For an odd sum, so that shares do not come out even. Cents.
      packID: await addPack(ctx, { hours: 4, perHour: 2400, price: 9593 }),
      customers: world.customers.map((customer, i) => ({ ...customer, token: tokens[i] ?? '' })),
      office,
    };
  } finally {
    await pool.end();
  }
}

/** What a customer does next, at random. */
function actOf(customer: World['customers'][number], { customers, packageID, packID }: World) {
  const { addressID, token } = customer;
  const jobs: string[] = [];
  const acts: Readonly<Record<string, (job: string) => Call>> = {
    book: () => {
      const day = Temporal.Now.plainDateISO(ZONE).add({ days: randomInt(3, 55) });
      const startTime = `${day}T${pick(['09', '13', '16'])}:00:00+08:00`;
      const promocode = pick([CODE, '', '']);
      return post('/customers/createjob', { packageID, addressID, startTime, promocode });
    },
    code: (job) => post(`/jobs/${job}/update-promocode`, { promocode: pick([CODE, '']) }),
    hours: (jobID) => post('/customers/updatecredit', { jobID, credit_ID: pick([null, null, '']) }),
    pay: (job) => post(`/jobs/${job}/commit`, { stripeToken: pick(CARDS), change: pick([true, false]) }),
    cancel: (job) => post(`/jobs/${job}/cancel`),
    buy: () => post(`/packages/${packID}/pay`, { stripeToken: pick(CARDS) }),
    gift: () => {
      const email = `${pick(customers).id}@example.com`;
      return post('/customers/sendcredit', { amount: randomInt(1, 4) / 2, email });
    },
  };
  return async () => {
    const [act, call] = pick(Object.entries(acts));
    const reply = await ask(act, { ...call(jobs.length === 0 ? NO_JOB : pick(jobs)), token });
    if (act === 'book' && reply?.status === 201) jobs.push(String(reply.body.id));
  };
}

/** The office refunds part of a payment, or a minute passes. */
async function refundOrWait(token: string): Promise<void> {
  if (randomInt(3) === 0) await ask('clock', post('/sandbox/clock', { advance: 61 }));
  const found = await ask('payments', { path: '/api/transactions?type=job&size=50', token });
  const paid = found?.body.items?.filter(({ total }) => total > 0) ?? [];
  if (paid.length === 0) return;
  const { id, total } = pick(paid);
  const refund = { amount: randomInt(1, total + 1), reason: 'Soak' };
  await ask('refund', { ...post(`/transactions/${id}/refund`, refund), token });
}

async function killServer(): Promise<void> {
  const running = await server;
  count('kill -9');
  server = running.stop('SIGKILL').then(start);
  await server;
}

interface Reply {
  readonly status: number;
  readonly body: {
    readonly id?: string;
    readonly items?: readonly { readonly id: string; readonly total: number }[];
  };
}

/** Repeats the request with the same Idempotency-Key until there is a reply; null after the last try. */
async function ask(act: string, call: Call): Promise<Reply | null> {
  const key = randomUUID();
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { address } = await server;
    try {
      const reply = await send(address, { ...call, key });
      const body = (await reply.json()) as Reply['body'];
      count(`${act} ${reply.status}`);
      if (reply.status === 500) violations.push(`${act}: ${JSON.stringify(body).slice(0, 300)}`);
      return { status: reply.status, body };
    } catch {
      count(`${act} lost`); // the server was killed meanwhile
      await sleep(randomInt(10, 200));
    }
  }
  return null;
}

/** One line for each violation. The server must be stopped and all work finished. */
async function checkBooks(): Promise<string[]> {
  const pool = openPool({ url: postgres.url, timeZone: ZONE, connections: 1 });
  try {
    const ledger = await checkLedger({ db: openDatabase(pool), composed: compose(features) });
    const { rows } = await pool.query<{ violation: string; what: string }>(await readFile(CHECKS, 'utf8'));
    return [
      ...ledger.map(({ invariant, what }) => `${invariant}: ${what}`),
      ...rows.map(({ violation, what }) => `${violation}: ${what}`),
    ];
  } finally {
    await pool.end();
  }
}

function post(path: string, body: object = {}): Call {
  return { method: 'POST', path: `/api${path}`, body };
}

function count(what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

function pick<T>(from: readonly T[]): T {
  return from[randomInt(from.length)] as T;
}
