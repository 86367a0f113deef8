/**
 * `npm run soak -- --minutes 10`: customers and the office use Kemas at random while its process is killed every few seconds;
 * afterwards the books are checked and compared with the sandbox's Stripe. Exits with 1 if they disagree. See README.md.
 */
import { randomInt, randomUUID, randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { features } from '#apps/api/features.ts';
import { addCode } from '#features/booking/server/testing/codes-and-hours.ts';
import { makeWorld } from '#features/booking/server/testing/world.ts';
import { checkLedger } from '#features/ledger/server/index.ts';
import type { Context } from '#platform/server/context.ts';
import { connectionSettings, openDatabase, openPool } from '#platform/server/database/database.ts';
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
const MOST_TRIES = 4;
/** Mostly cards that succeed: after ten declined cards in an hour an IP address is blocked. */
const CARDS = [...Array<string>(12).fill('tok_visa'), 'tok_chargeDeclined', 'tok_threeDSecure2Required'];
const CODE = 'SOAK';
/** Sent by a customer without a job. */
const NO_JOB = '0190a000-0000-7000-8000-000000000000';

/** Queries that must find nothing when all work is finished. The sandbox's Stripe stores its objects in the same database. */
const CHECKS: Readonly<Record<string, string>> = {
  'charge without an outcome': `
    select id || ' ' || status as what from payment_attempt
    where status in ('created', 'sent', 'unknown', 'requires_action')`,
  'refund without an outcome': `
    select id || ' ' || status as what from payment_refund where status <> 'succeeded'`,
  'charge that only the provider has, or of another amount': `
    select intent.id as what from sandbox.stripe_object as intent
    left join payment_attempt as attempt on attempt.stripe_pi_id = intent.id and attempt.status = 'succeeded'
    left join money_transaction as paid on paid.attempt_id = attempt.id
    where intent.kind = 'payment_intent' and intent.body ->> 'status' = 'succeeded'
      and paid.total is distinct from (intent.body ->> 'amount_received')::int`,
  'payment without a charge at the provider': `
    select paid.id::text as what from money_transaction as paid
    join payment_attempt as attempt on attempt.id = paid.attempt_id
    left join sandbox.stripe_object as intent on intent.id = attempt.stripe_pi_id
    where intent.body ->> 'status' is distinct from 'succeeded'`,
  'target that was charged twice': `
    select target_id::text as what from payment_attempt where status = 'succeeded' group by target_id having count(*) > 1`,
  'refund at the provider that is not in the books once': `
    select refund.id as what from sandbox.stripe_object as refund
    left join payment_refund as ours on ours.provider_refund_id = refund.id
    where refund.kind = 'refund'
    group by refund.id, refund.body having count(ours.id) <> 1 or sum(ours.cents) <> (refund.body ->> 'amount')::int`,
  'hold that did not end': `select id::text as what from job where status = 'pending'`,
  'payment problem': `select kind || ' ' || why as what from payment_alarm`,
};

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
  const { customers, office, packageId, packId } = await makeCompany();
  const until = Date.now() + minutes * 60_000;
  const repeat = async (act: () => Promise<unknown>, [shortest, longest]: readonly [number, number]) => {
    while (Date.now() < until) {
      await sleep(randomInt(shortest, longest));
      await act();
    }
  };
  await Promise.all([
    ...customers.map((customer) => repeat(actOf(customer, { customers, packageId, packId }), [5, 60])),
    repeat(() => refundOrWait(office), [50, 300]),
    repeat(killServer, KILL_EVERY),
  ]);
  for (const advance of CLOCK_STEPS) {
    await ask('clock', { ...post('/sandbox/clock', { advance }) });
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

interface Customer {
  readonly addressId: string;
  readonly email: string;
  readonly token: string;
}

/** Six customers, five cleaners, a visit, hours to buy and a promo code, in the empty database. */
async function makeCompany() {
  const pool = openPool({ url: postgres.url, timeZone: ZONE, connections: 1 });
  const client = new pg.Client(connectionSettings({ url: postgres.url, timeZone: ZONE }));
  await client.connect();
  try {
    const clock = { now: () => Temporal.Now.instant() };
    // As much of a context as what writes the company needs.
    const ctx = { db: openDatabase(pool), clock, newId: randomUUIDv7 } as unknown as Context;
    const { customers, packageId } = await makeWorld(ctx, { customers: 6, cleaners: 5 });
    await addCode(ctx, CODE, { allocation: 8, perCustomer: 2 });
    // Four hours for an odd sum, so that shares do not come out even.
    const packId = randomUUIDv7();
    await client.query(
      `insert into package (id, type, category, pricing_type, label, description, price_per_hour, total_hours, num_cleaners,
         hours_per_cleaner, break_hours, supplies_cost, supplies_included, supplies_to_be_prepared, start_time, credits, price,
         created_at, updated_at)
       values ($1, 'regular', 'credit', 'fixed', 'Four hours', '', 2400, 4, 1, 0, 0, 0, false, '', '', 4, 9593, now(), now())`,
      [packId],
    );
    const ids = customers.map(({ id }) => id);
    const tokens = await signIn(client, 'customer', ids);
    const [office = ''] = await signIn(client, 'admin', [randomUUIDv7()]);
    const signedIn = customers.map(({ id, addressId }, i): Customer => {
      return { addressId, email: `${id}@example.com`, token: tokens[i] ?? '' };
    });
    return { customers: signedIn, office, packageId, packId };
  } finally {
    await client.end();
    await pool.end();
  }
}

interface Offer {
  readonly customers: readonly Customer[];
  readonly packageId: string;
  readonly packId: string;
}

/** What a customer does next, at random. */
function actOf({ addressId: addressID, token }: Customer, { customers, packageId, packId }: Offer) {
  const jobs: string[] = [];
  const acts: Readonly<Record<string, (job: string) => Call>> = {
    book: () => {
      const day = Temporal.Now.plainDateISO(ZONE).add({ days: randomInt(3, 55) });
      const startTime = `${day}T${pick(['09', '13', '16'])}:00:00+08:00`;
      const promocode = pick([CODE, '', '']);
      return post('/customers/createjob', { packageID: packageId, addressID, startTime, promocode });
    },
    code: (job) => post(`/jobs/${job}/update-promocode`, { promocode: pick([CODE, '']) }),
    hours: (jobID) => post('/customers/updatecredit', { jobID, credit_ID: pick([null, null, '']) }),
    pay: (job) => post(`/jobs/${job}/commit`, { stripeToken: pick(CARDS), change: pick([true, false]) }),
    cancel: (job) => post(`/jobs/${job}/cancel`),
    buy: () => post(`/packages/${packId}/pay`, { stripeToken: pick(CARDS) }),
    gift: () => post('/customers/sendcredit', { amount: randomInt(1, 4) / 2, email: pick(customers).email }),
  };
  return async () => {
    const act = pick(Object.keys(acts));
    const call = acts[act]?.(jobs.length === 0 ? NO_JOB : pick(jobs));
    const reply = call && (await ask(act, { ...call, token }));
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
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
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
    const broken = ledger.map(({ invariant, what }) => `${invariant}: ${what}`);
    for (const [name, query] of Object.entries(CHECKS)) {
      const { rows } = await pool.query<{ what: string }>(query);
      broken.push(...rows.map(({ what }) => `${name}: ${what}`));
    }
    return broken;
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
