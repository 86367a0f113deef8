import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { addCustomer, makeWorld } from '#features/booking/booking/server/testing/world.ts';
import { addPack } from '#features/money/credits/server/testing/credit-world.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { keysFrom } from '#platform/server/keys.ts';
import { openSession } from '#platform/server/sessions/sessions.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';

/**
 * The guarantee "nobody pays twice, or pays for nothing" under `kill -9`: Kemas runs as a child process on
 * its own database; FakeStripe, which survives, has taken the money when the process dies before receiving
 * the reply.
 */
const PACK_PRICE = 32_000;
const SECRET = 'a session secret that is long enough for this test';

let child: Running | undefined;

/** Nothing listens here: the discard port. */
const NO_STRIPE = 'http://127.0.0.1:9';

interface Running {
  readonly process: ChildProcess;
  readonly address: string;
  readonly stripeUrl: string;
  readonly ended: Promise<unknown>;
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'kemas-crash-'));
const stripe = await startTestStripe();
const bare = await startTestApp({ features: [] });
const world = await makeWorld(realTime(), { customers: 0, cleaners: 1 });
const pack = await addPack(realTime(), { hours: 12, price: PACK_PRICE });

afterAll(async () => {
  await kill();
  rmSync(dataDir, { recursive: true, force: true });
});
/** Reuses the process that the previous test has restarted: starting takes longer than the tests. */
beforeEach(async () => {
  const serves = child?.process.signalCode === null && child.stripeUrl === stripe.fake.url;
  if (!serves) await restart();
});

/** The child process uses the real clock. */
function realTime() {
  return { ...bare.context(), clock: { now: () => Temporal.Now.instant() } };
}

async function kill(): Promise<void> {
  child?.process.kill('SIGKILL');
  await child?.ended;
}

/** Kills it if it is running, and starts it again. */
async function restart(stripeUrl = stripe.fake.url): Promise<void> {
  await kill();
  const kemas = spawn(process.execPath, [path.join(import.meta.dirname, '../../../../apps/serve/main.ts')], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      DATABASE_URL: bare.database.url,
      SESSION_SECRET: SECRET,
      STRIPE_API_URL: stripeUrl,
      STRIPE_SECRET_KEY: 'sk_test_1',
    },
  });
  const ended = new Promise((done) => kemas.once('close', done));
  let printed = '';
  for (const stream of [kemas.stdout, kemas.stderr]) {
    stream.on('data', (part) => {
      printed += String(part);
    });
  }
  await expect.poll(() => printed).toMatch(/ready: http/);
  child = { process: kemas, ended, stripeUrl, address: /ready: (\S+)/.exec(printed)?.[1] ?? '' };
}

/** The fields of replies that this test reads. */
interface AnyReply {
  readonly id?: string;
  readonly jwt?: string;
  readonly transactionID?: string;
  readonly items?: readonly { readonly body: string }[];
  readonly days?: readonly { readonly slots: readonly { readonly startTime: string }[] }[];
}

async function ask(method: string, url: string, more: { body?: object; jwt?: string; key?: string } = {}) {
  const reply = await fetch(`${child?.address}/api${url}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(more.jwt === undefined ? {} : { authorization: `Bearer ${more.jwt}` }),
      ...(more.key === undefined ? {} : { 'idempotency-key': more.key }),
    },
    ...(more.body === undefined ? {} : { body: JSON.stringify(more.body) }),
  });
  return { status: reply.status, body: (await reply.json()) as AnyReply };
}

/** Signs in a new customer with the code from the SMS. */
async function signIn(): Promise<{ id: string; jwt: string; addressID: string }> {
  const { id, addressID } = await addCustomer(realTime());
  const { mobile } = await bare.services.db
    .selectFrom('customer')
    .select('mobile')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await ask('POST', '/customers/signin', { body: { mobile } });
  const code = async () =>
    (await ask('GET', `/sandbox/messages?to=${mobile}`)).body.items?.[0]?.body.slice(0, 6) ?? '';
  await expect.poll(code).toMatch(/^\d{6}$/);
  const { body } = await ask('POST', '/customers/verify', { body: { mobile, otp: await code() } });
  return { id, jwt: body.jwt ?? '', addressID };
}

/** Holds the first free time from three days ahead. */
async function hold(person: { jwt: string; addressID: string }, more = {}): Promise<string> {
  const today = Temporal.Now.zonedDateTimeISO('Asia/Singapore').toPlainDate();
  const range = `from_date=${today.add({ days: 3 })}&to_date=${today.add({ days: 13 })}`;
  const { body: offered } = await ask('GET', `/list-time-available?${range}&packageID=${world.packageID}`);
  const startTime = offered.days?.flatMap((day) => day.slots)[0]?.startTime;
  const body = { packageID: world.packageID, addressID: person.addressID, startTime, ...more };
  const held = await ask('POST', '/customers/createjob', { body, jwt: person.jwt });
  expect(held).toMatchObject({ status: 201 });
  return held.body.id ?? '';
}

/** Kills the process when the provider has done its work but not replied yet. */
const dying = { beforeReply: kill };

async function payAndDie(jobID: string, jwt: string, key?: string): Promise<void> {
  stripe.failCharges(dying);
  await expect(payVisit(jobID, jwt, key)).rejects.toThrow();
}

const payVisit = (jobID: string, jwt: string, key?: string) =>
  ask('POST', `/jobs/${jobID}/commit`, {
    body: { stripeToken: 'tok_visa' },
    jwt,
    ...(key !== undefined && { key }),
  });

const buy = (jwt: string, key?: string) =>
  ask('POST', `/packages/${pack}/pay`, {
    body: { stripeToken: 'tok_visa', price: PACK_PRICE },
    jwt,
    ...(key !== undefined && { key }),
  });

/** An admin session, created directly. */
async function office(): Promise<string> {
  const by = {
    role: 'admin',
    officeRole: 'owner',
    accountID: bare.services.newID(),
    staySignedIn: false,
    browser: false,
  } as const;
  const session = await inTransaction({ ...realTime(), keys: keysFrom(SECRET) }, (tx) => openSession(tx, by));
  if (isRefusal(session)) throw new Error(session.refusal);
  return session.jwt;
}

async function factsOf(jobID: string) {
  const { db } = bare.services;
  const job = await db.selectFrom('job').select('status').where('id', '=', jobID).executeTakeFirstOrThrow();
  const attempts = await db
    .selectFrom('payment_attempt')
    .select('status')
    .where('targetID', '=', jobID)
    .execute();
  const paid = await db.selectFrom('money_transaction').select('total').where('jobID', '=', jobID).execute();
  return {
    job: job.status,
    attempts: attempts.map((attempt) => attempt.status),
    paid: paid.map((row) => row.total),
  };
}

const IN_ORDER = { job: 'paid', attempts: ['succeeded'], paid: [9000] };

test('killed between charge and commit: after a restart and a minute there is one charge and one paid job', async () => {
  const person = await signIn();
  const jobID = await hold(person);
  const before = await stripe.charges();
  await payAndDie(jobID, person.jwt);
  expect(await factsOf(jobID)).toEqual({ job: 'pending', attempts: ['sent'], paid: [] });
  expect(await stripe.charges()).toBe(before + 1);
  await restart();
  const moved = await ask('POST', '/sandbox/clock', { body: { advance: 61 } });
  expect(moved.status).toBe(200);
  await expect.poll(() => factsOf(jobID)).toEqual(IN_ORDER);
  expect(await stripe.charges()).toBe(before + 1);
  const again = await ask('POST', `/jobs/${jobID}/commit`, {
    body: { stripeToken: 'tok_visa' },
    jwt: person.jwt,
  });
  expect(again).toMatchObject({ status: 200, body: { job: { status: 'paid' } } });
  expect(await stripe.charges()).toBe(before + 1);
});

test('killed and paid again by an impatient customer: still one charge', { tags: 'deep' }, async () => {
  const person = await signIn();
  const jobID = await hold(person);
  const before = await stripe.charges();
  const key = crypto.randomUUID();
  await payAndDie(jobID, person.jwt, key);
  await restart();
  const inProgress = { status: 409, body: { code: 'payment_in_progress' } };
  expect(await payVisit(jobID, person.jwt)).toMatchObject(inProgress);
  expect(await payVisit(jobID, person.jwt, crypto.randomUUID())).toMatchObject(inProgress);
  await ask('POST', '/sandbox/clock', { body: { advance: 61 } });
  const again = await payVisit(jobID, person.jwt, key);
  expect(again).toMatchObject({ status: 200, body: { job: { status: 'paid' } } });
  expect(await factsOf(jobID)).toEqual(IN_ORDER);
  expect(await stripe.charges()).toBe(before + 1);
});

test('killed before the charge was sent: the payment is completed automatically, once', {
  tags: 'deep',
}, async () => {
  const person = await signIn();
  const jobID = await hold(person);
  const before = await stripe.charges();
  await restart(NO_STRIPE);
  const asked = await ask('POST', `/jobs/${jobID}/commit`, {
    body: { stripeToken: 'tok_visa' },
    jwt: person.jwt,
  });
  expect(asked).toMatchObject({ status: 409, body: { code: 'payment_in_progress' } });
  await kill();
  expect(await stripe.charges()).toBe(before);
  await restart();
  await ask('POST', '/sandbox/clock', { body: { advance: 61 } });
  await expect.poll(() => factsOf(jobID)).toEqual(IN_ORDER);
  expect(await stripe.charges()).toBe(before + 1);
});

test('killed while the saved card is charged for a visit that is done: it is charged once', {
  tags: 'deep',
}, async () => {
  const person = await signIn();
  const jobID = await hold(person, { recurrence: { interval: 'weekly', count: 2 } });
  const card = { stripeToken: await stripe.newToken() };
  const saved = await ask('POST', '/customers/updateCreditCard', { body: card, jwt: person.jwt });
  expect(saved).toMatchObject({ status: 200 });
  const agreed = await ask('POST', `/jobs/${jobID}/pay-each-visit`, { body: {}, jwt: person.jwt });
  expect(agreed).toMatchObject({ status: 200 });
  await bare.database.pool.query(
    'update job_crew set started_at = now(), finished_at = now() where job_id = $1',
    [jobID],
  );
  const before = await stripe.charges();
  stripe.failCharges(dying);
  await ask('POST', '/sandbox/clock', { body: { advance: 1 } }).catch(() => undefined); // runs what is due
  await child?.ended;
  expect(await factsOf(jobID)).toEqual({ job: 'confirmed', attempts: ['sent'], paid: [] });
  expect(await stripe.charges()).toBe(before + 1);
  await restart();
  await ask('POST', '/sandbox/clock', { body: { advance: 61 } });
  await expect.poll(() => factsOf(jobID)).toEqual(IN_ORDER);
  expect(await stripe.charges()).toBe(before + 1);
});

/** A customer's purchases, lots, card payments and displayed hours. */
async function packsOf(customerID: string) {
  const { rows } = await bare.database.pool.query(
    `select (select array_agg(status) from credit_purchase where customer_id = $1) as purchases,
       (select array_agg(remaining::float) from credit_lot where customer_id = $1) as lots,
       (select array_agg(total) from money_transaction where customer_id = $1) as paid,
       (select credits_left::float from customer where id = $1) as hours`,
    [customerID],
  );
  return rows[0];
}

const BOUGHT_ONCE = { purchases: ['paid'], lots: [12], paid: [PACK_PRICE], hours: 12 };

test('killed between charge and hours: after a restart and a minute they are bought once', {
  tags: 'deep',
}, async () => {
  const { id, jwt } = await signIn();
  const key = crypto.randomUUID();
  const before = await stripe.charges();
  stripe.failCharges(dying);
  await expect(buy(jwt, key)).rejects.toThrow();
  expect(await packsOf(id)).toEqual({ purchases: ['open'], lots: null, paid: null, hours: 0 });
  await restart();
  await ask('POST', '/sandbox/clock', { body: { advance: 61 } });
  await expect.poll(() => packsOf(id)).toEqual(BOUGHT_ONCE);
  expect(await buy(jwt, key)).toMatchObject({ status: 200, body: { credits: 12, creditsBalance: 12 } });
  expect(await packsOf(id)).toEqual(BOUGHT_ONCE);
  expect(await stripe.charges()).toBe(before + 1);
});

test('killed while hours are bought: until that is resolved no other purchase is possible, with any key', {
  tags: 'deep',
}, async () => {
  const { id, jwt } = await signIn();
  const before = await stripe.charges();
  stripe.failCharges(dying);
  await expect(buy(jwt, crypto.randomUUID())).rejects.toThrow();
  await restart();
  const inProgress = { status: 409, body: { code: 'payment_in_progress' } };
  expect(await buy(jwt)).toMatchObject(inProgress);
  expect(await buy(jwt, crypto.randomUUID())).toMatchObject(inProgress);
  await ask('POST', '/sandbox/clock', { body: { advance: 61 } });
  await expect.poll(() => packsOf(id)).toEqual(BOUGHT_ONCE);
  expect(await stripe.charges()).toBe(before + 1);
});

test('killed before the charge for hours was sent: they are bought automatically, once', {
  tags: 'deep',
}, async () => {
  const { id, jwt } = await signIn();
  const before = await stripe.charges();
  await restart(NO_STRIPE);
  expect(await buy(jwt)).toMatchObject({ status: 409, body: { code: 'payment_in_progress' } });
  await kill();
  await restart();
  await ask('POST', '/sandbox/clock', { body: { advance: 61 } });
  await expect.poll(() => packsOf(id)).toEqual(BOUGHT_ONCE);
  expect(await stripe.charges()).toBe(before + 1);
});

async function refundsOf(customerID: string) {
  const { rows } = await bare.database.pool.query(
    `select refund.status, refund.cents from payment_refund as refund
     join money_transaction as back on back.id = refund.transaction_id where back.customer_id = $1`,
    [customerID],
  );
  return rows;
}

/** A paid visit, and the id of its payment. */
async function paidVisit() {
  const person = await signIn();
  const jobID = await hold(person);
  const paid = await ask('POST', `/jobs/${jobID}/commit`, {
    body: { stripeToken: 'tok_visa' },
    jwt: person.jwt,
  });
  expect(paid).toMatchObject({ status: 200 });
  return { ...person, transactionID: paid.body.transactionID ?? '' };
}

const GIVEN_BACK_ONCE = [{ status: 'succeeded', cents: 4500 }];

test('killed after a refund was sent and before its reply: it is refunded once', async () => {
  const { id, transactionID } = await paidVisit();
  const jwt = await office();
  stripe.failAll(dying);
  const body = { amount: 4500, reason: 'The hob was left as it was' };
  await ask('POST', `/transactions/${transactionID}/refund`, { body, jwt }).catch(() => undefined);
  await child?.ended;
  stripe.failAll();
  expect(await stripe.moneyOf(id)).toMatchObject({ taken: 9000, givenBack: 4500 });
  expect(await refundsOf(id)).toEqual([{ status: 'sent', cents: 4500 }]);
  await restart();
  await ask('POST', '/sandbox/clock', { body: { advance: 61 } });
  await expect.poll(() => refundsOf(id)).toEqual(GIVEN_BACK_ONCE);
  expect(await stripe.moneyOf(id)).toMatchObject({ taken: 9000, givenBack: 4500 });
});

test('a refund that was posted, but not sent before the process was killed, is sent once after the restart', {
  tags: 'deep',
}, async () => {
  const { id, transactionID } = await paidVisit();
  const jwt = await office();
  await restart(NO_STRIPE);
  const body = { amount: 4500, reason: 'The hob was left as it was' };
  const refunded = await ask('POST', `/transactions/${transactionID}/refund`, { body, jwt });
  expect(refunded).toMatchObject({ status: 200 });
  await kill();
  expect(await stripe.moneyOf(id)).toMatchObject({ taken: 9000, givenBack: 0 });
  await restart();
  await ask('POST', '/sandbox/clock', { body: { advance: 61 } });
  await expect.poll(() => refundsOf(id)).toEqual(GIVEN_BACK_ONCE);
  expect(await stripe.moneyOf(id)).toMatchObject({ taken: 9000, givenBack: 4500 });
});

test('the ledger invariants hold afterwards', async () => {
  const program = path.join(import.meta.dirname, '../../../../apps/serve/verify-ledger.ts');
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: bare.database.url };
  const verify = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  for (const stream of [verify.stdout, verify.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => said.push(part));
  }
  const [code] = await once(verify, 'close');
  expect(code, said.join('')).toBe(0);
});
