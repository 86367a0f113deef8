import { beforeAll, describe, expect, test } from 'vitest';
import {
  addCleaner,
  addCustomer,
  makeWorld,
  PACKAGE_PRICE,
  type WorldCustomer,
} from '#features/booking/booking/server/testing/world.ts';
import { updateCard } from '#features/money/cards/contract.ts';
import { giveHours } from '#features/money/credits/server/testing/credit-world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { addAdmin } from '#features/people/accounts/server/testing/admins.ts';
import type { Anyone } from '#platform/kernel/actor.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { mailTask } from '#platform/server/messages.ts';
import type { NewTask } from '#platform/server/outbox.ts';
import { dyingProcess } from '#platform/testing/dying-process.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, startTestApp } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { features } from './features.ts';

/**
 * Every background task, whose worker is killed before each of its steps, and after the last one before the queue knows
 * that it is done. Then another worker runs it again: it has happened once. A new task needs a case here.
 */
const stripe = await startTestStripe();
const app = await startTestApp({ features, providers: { payments: stripe.payments } });
const world = await makeWorld(app.context(), { customers: 0, cleaners: 0 });

let office: As;
let adminID: string;
beforeAll(async () => {
  adminID = (await addAdmin(app, 'office')).id;
  office = await signedIn(app, 'admin', adminID);
});

const { newID } = app.services;

/** How often it has happened; a number that is 1 when everything is right. */
type Count = () => number | Promise<number>;

interface Case {
  /** Publishes the task. */
  readonly arrange: () => Promise<Count>;
  /** What completes it later, if the worker's death leaves its outcome open. */
  readonly recover?: () => Promise<void>;
}

/** They only write to the log, and the alerts combine what is repeated. */
const ONLY_LOG = ['report-payment-alarm'];
/** By features/office/archive/server/exports.test.ts and features/office/webhooks/server/webhooks.test.ts. */
const TESTED_ELSEWHERE = ['write-archive', 'deliver-webhook'];

const CASES: Readonly<Record<string, Case>> = {
  'write-and-send': {
    arrange: async () => {
      const to = newAddress();
      await publish((ctx) => mailTask(ctx, { to, subject: 'Hello', body: 'How are you?' }));
      return () => mailsTo(to);
    },
  },
  'send-code': {
    arrange: async () => {
      const to = newAddress();
      await publish((ctx) => {
        const task = mailTask(ctx, { to, subject: 'Hello', body: 'How are you?' });
        return { ...task, task: 'send-code' };
      });
      return () => mailsTo(to);
    },
  },
  'mail-reset-link': {
    arrange: async () => {
      const { identity, email } = await addAdmin(app, newName());
      await publish(() => ({
        task: 'mail-reset-link',
        payload: { identity, resetID: newID() },
        options: {},
      }));
      return () => mailsTo(email);
    },
  },
  'warn-guessed-admin': {
    arrange: async () => {
      const { identity, email } = await addAdmin(app, newName());
      await publish(() => ({
        task: 'warn-guessed-admin',
        payload: { identity, messageID: newID() },
        options: {},
      }));
      return () => mailsTo(email);
    },
  },
  'mail-email-change': {
    arrange: async () => {
      const { id, as } = await customer();
      const email = newAddress();
      await send(`/customers/${id}/update`, { email }, as);
      return () => mailsTo(email);
    },
  },
  'send-refund': {
    arrange: async () => {
      const mei = await customer();
      const job = await paidVisit(mei);
      await send(`/jobs/${job}/cancel`, {}, mei.as);
      return async () => (await stripe.moneyOf(mei.id)).givenBack / PACKAGE_PRICE;
    },
    recover: () => later('payments:refunds'),
  },
  'change-card': {
    arrange: async () => {
      const { id, as } = await customer();
      await app.call(updateCard, { body: { stripeToken: 'tok_visa' } }, as);
      await settle();
      await app.call(updateCard, { body: { stripeToken: 'tok_mastercard' } }, as);
      return async () => {
        const { stripeCustomer, card } = await payer(id);
        return stripeCustomer.invoice_settings.default_payment_method === card ? 1 : 0;
      };
    },
  },
  'forget-payer': {
    arrange: async () => {
      const { id, as } = await customer();
      await app.call(updateCard, { body: { stripeToken: 'tok_visa' } }, as);
      await settle();
      const { stripeCustomer } = await payer(id);
      await send(`/customers/${id}/close`, {}, as);
      return async () => ((await readStripe(`customers/${stripeCustomer.id}`)).email ? 0 : 1);
    },
  },
  'tell-of-changes': {
    arrange: async () => {
      const mei = await customer();
      const job = await paidVisit(mei);
      await settle();
      await send(`/jobs/${job}/update`, { startTime: nextStart() }, office);
      return () => messagesAbout(job, 'visit-moved');
    },
  },
  'put-calendar-event': {
    arrange: async () => {
      const job = await paidVisit(await customer());
      return () => (app.sent.events.has(job) ? 1 : 0);
    },
  },
  'delete-calendar-event': {
    arrange: async () => {
      const mei = await customer();
      const job = await paidVisit(mei);
      await settle();
      const before = app.sent.events.size;
      await send(`/jobs/${job}/cancel`, {}, mei.as);
      return () => before - app.sent.events.size;
    },
  },
  'finish-cover': {
    arrange: async () => {
      const mei = await customer();
      const cleanerID = await addCleaner(app.context());
      const job = await paidVisit(mei, cleanerID);
      await settle();
      const day = nextDay;
      const visits = [{ jobID: job, choice: { kind: 'cancel' } }];
      await send(
        '/cover',
        { cleanerIDs: [cleanerID], from: `${day} 00:00`, until: `${day} 23:59`, visits },
        office,
      );
      app.clock.advance({ minutes: 2 });
      return async () => (await stripe.moneyOf(mei.id)).givenBack / PACKAGE_PRICE;
    },
    recover: () => later('payments:refunds'),
  },
  'offer-freed-time': {
    arrange: async () => {
      const mei = await customer();
      await addCleaner(app.context());
      const day = nextStart().slice(0, 10);
      await waitFor(mei, day);
      await publish(() => ({ task: 'offer-freed-time', payload: { day }, options: {} }));
      return () => heldVisitsOf(mei);
    },
  },
};

test('every task has a case here', () => {
  const tasks = Object.keys(app.services.composed.tasks);
  expect([...Object.keys(CASES), ...ONLY_LOG, ...TESTED_ELSEWHERE].sort()).toEqual(tasks.sort());
});

const expectOnce = async (name: string, { arrange, recover }: (typeof CASES)[string]) => {
  for (let steps = 0; ; steps += 1) {
    await settle();
    const count = await arrange();
    const isKilled = await runAndDie(name, steps);
    await settle();
    await recover?.();
    await settle();
    expect(await count(), `killed after ${steps} steps`).toBe(1);
    if (!isKilled) break;
  }
};

describe('a task whose worker is killed', () => {
  const [first, ...others] = Object.entries(CASES);
  test.each([first!])('%s', expectOnce);
  test.each(others)('%s', { tags: 'deep' }, expectOnce);
});

/** Those that move money, hours or slots. */
const CRON_CASES: Readonly<Record<string, () => Promise<Count>>> = {
  'credits:return-gifts': async () => {
    const mei = await customer();
    await giveHours(app.context(), mei.id, { hours: 2 });
    await send('/customers/sendcredit', { amount: 2, email: newAddress() }, mei.as);
    await app.database.pool.query('update credit_gift set expires_at = $1 where sender_id = $2', [
      app.clock.now().toString(),
      mei.id,
    ]);
    return () => countMovements(mei, 'gift-returned');
  },
  'credits:expire': async () => {
    const mei = await customer();
    await giveHours(app.context(), mei.id, { hours: 2, expiresIn: { minutes: 1 } });
    app.clock.advance({ minutes: 2 });
    return () => countMovements(mei, 'expired');
  },
  'jobs:holds': async () => {
    const mei = await customer();
    await giveHours(app.context(), mei.id, { hours: 2 });
    const body = {
      packageID: world.packageID,
      addressID: mei.addressID,
      startTime: nextStart(),
      cleaner1ID: await addCleaner(app.context()),
    };
    const { id } = await send('/customers/createjob', body, mei.as);
    await send('/customers/updatecredit', { jobID: id }, mei.as);
    app.clock.advance({ minutes: 16 });
    return () => countMovements(mei, 'returned');
  },
};

describe('a cron job whose worker is killed', () => {
  test.each(Object.entries(CRON_CASES))('%s', async (name, arrange) => {
    const cronJob = app.services.composed.cronJobs[name];
    for (let steps = 0; ; steps += 1) {
      await cronJob?.(app.context<Anyone>());
      const count = await arrange();
      const { ctx, hasDied } = dyingProcess(app.context<Anyone>(), steps);
      await cronJob?.(ctx).catch((error: unknown) => {
        if (!hasDied()) throw error;
      });
      app.clock.advance({ minutes: 2 });
      await cronJob?.(app.context<Anyone>());
      expect(await count(), `killed after ${steps} steps`).toBe(1);
      if (!hasDied()) break;
    }
    expect(await checkLedger(app.context())).toEqual([]);
  });
});

async function countMovements({ id }: Customer, kind: string): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: string }>(
    'select count(*) from credit_movement where customer_id = $1 and kind = $2',
    [id, kind],
  );
  return Number(rows[0]?.count);
}

/** Runs the oldest task of this name in a process that dies after so many steps. False if it was done before that. */
async function runAndDie(name: string, steps: number): Promise<boolean> {
  const { rows } = await app.database.pool.query<{ payload: unknown }>(
    `select payload from graphile_worker._private_jobs
      join graphile_worker._private_tasks as task on task.id = task_id
      where task.identifier = $1 order by _private_jobs.id limit 1`,
    [name],
  );
  if (rows[0] === undefined) throw new Error(`There is no task ${name} to run.`);
  const run = (
    app.services.composed.tasks as Record<string, (ctx: Context<Anyone>, payload: unknown) => Promise<void>>
  )[name];
  const { ctx, hasDied } = dyingProcess(app.context<Anyone>(), steps);
  try {
    await run?.(ctx, rows[0].payload);
  } catch (error) {
    if (!hasDied()) throw error;
  }
  return hasDied();
}

/** Runs everything that is queued, and what that queues. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await app.runOutbox('all');
}

/** A cron job, five minutes later. */
async function later(cronJob: string): Promise<void> {
  app.clock.advance({ minutes: 5 });
  office = await signedIn(app, 'admin', adminID);
  await app.services.composed.cronJobs[cronJob]?.(app.context<Anyone>());
}

async function publish(task: (ctx: Context) => NewTask): Promise<void> {
  const published = await inTransaction(app.context(), (tx) => tx.outbox.publishAll(tx, [task(tx)]));
  if (isRefusal(published)) throw new Error('The database is busy.');
}

let serial = 0;

function newName(): string {
  serial += 1;
  return `admin${serial}`;
}

const newAddress = () => `${newName()}@example.com`;

/** A gateway that has accepted a message right before a death gets it again, under the same id. */
const mailsTo = (to: string) =>
  new Set(app.sent.mail.filter((mail) => mail.to === to).map(({ id }) => id)).size;

interface Customer extends WorldCustomer {
  readonly as: As;
}

async function customer(): Promise<Customer> {
  const added = await addCustomer(app.context());
  return { ...added, as: await signedIn(app, 'customer', added.id) };
}

async function send<Body = { id: string }>(url: string, payload: object, as: As): Promise<Body> {
  const headers = { authorization: `Bearer ${as.jwt}`, 'idempotency-key': newID() };
  const { status, body } = await app.request({ method: 'POST', url: `/api${url}`, payload, headers });
  if (status >= 300) throw new Error(`${url}: ${status} ${JSON.stringify(body)}`);
  return body as Body;
}

let days = 0;
let nextDay = '';

/** Nine in the morning, before the holidays. */
function nextStart(): string {
  days += 1;
  nextDay = Temporal.PlainDate.from('2026-11-25')
    .add({ days: days % 28 })
    .toString();
  return `${nextDay}T09:00:00+08:00`;
}

/** A new cleaner's visit, paid by card. */
async function paidVisit({ addressID, as }: Customer, cleaner1ID?: string): Promise<string> {
  const body = {
    packageID: world.packageID,
    addressID,
    startTime: nextStart(),
    cleaner1ID: cleaner1ID ?? (await addCleaner(app.context())),
  };
  const { id } = await send('/customers/createjob', body, as);
  await send(`/jobs/${id}/commit`, { stripeToken: 'tok_visa' }, as);
  return id;
}

async function messagesAbout(jobID: string, kind: string): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: string }>(
    "select count(*) from message where job_id = $1 and kind = $2 and channel = 'email' and customer_id is not null",
    [jobID, kind],
  );
  return Number(rows[0]?.count);
}

interface StripeCustomer {
  readonly id: string;
  readonly email?: string | null;
  readonly invoice_settings: { readonly default_payment_method: string | null };
}

async function readStripe(path: string): Promise<StripeCustomer> {
  const reply = await fetch(`${stripe.fake.url}/v1/${path}`, {
    headers: { authorization: 'Bearer sk_test_1' },
  });
  return (await reply.json()) as StripeCustomer;
}

async function payer(customerID: string) {
  const row = await app.services.db
    .selectFrom('customer')
    .select(['stripeCustomerID', 'cardPaymentMethodID'])
    .where('id', '=', customerID)
    .executeTakeFirstOrThrow();
  return {
    stripeCustomer: await readStripe(`customers/${row.stripeCustomerID}`),
    card: row.cardPaymentMethodID,
  };
}

/** On the waiting list of a day, inserted without the rule that the day must be full. */
async function waitFor({ id, addressID }: Customer, day: string): Promise<void> {
  const now = app.clock.now().toString();
  await app.services.db
    .insertInto('waiting_entry')
    .values({
      id: newID(),
      customerID: id,
      addressID,
      packageID: world.packageID,
      day,
      part: 'any',
      requireCleaningSupplies: false,
      specialRequests: '',
      contactDetails: '',
      state: 'waiting',
      createdAt: now,
      changedAt: now,
      checkAt: now,
    })
    .execute();
}

async function heldVisitsOf({ id }: Customer): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: string }>(
    "select count(*) from job where customer_id = $1 and status = 'pending'",
    [id],
  );
  return Number(rows[0]?.count);
}
