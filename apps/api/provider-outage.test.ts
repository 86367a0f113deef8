import { expect, test } from 'vitest';
import {
  addCleaner,
  addCustomer,
  makeWorld,
  PACKAGE_PRICE,
} from '#features/booking/booking/server/testing/world.ts';
import { giveHours } from '#features/money/credits/server/testing/credit-world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import type { CalendarEvent } from '#platform/server/providers/calendar.ts';
import type { MailMessage } from '#platform/server/providers/mail.ts';
import type { SmsMessage } from '#platform/server/providers/sms.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, startTestApp } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { features } from './features.ts';

/**
 * Card payments, SMS, mail and the calendar are all down for an hour: the business goes on, and afterwards everything has
 * happened once.
 */
let isDown = false;
const sms: SmsMessage[] = [];
const mail: MailMessage[] = [];
const events = new Map<string, CalendarEvent>();

async function reach(): Promise<void> {
  if (isDown) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
}

const stripe = await startTestStripe();
const app = await startTestApp({
  features,
  providers: {
    payments: stripe.payments,
    sms: { send: async (message) => reach().then(() => void sms.push(message)) },
    mail: { send: async (message) => reach().then(() => void mail.push(message)) },
    calendar: {
      putEvent: async (event) => reach().then(() => void events.set(event.id, event)),
      deleteEvent: async (id) => reach().then(() => void events.delete(id)),
    },
  },
});
const world = await makeWorld(app.context(), { customers: 0, cleaners: 0 });

function setDown(down: boolean): void {
  isDown = down;
  stripe.failAll(down ? { instead: 'drop' } : undefined);
}

async function send(url: string, payload: object, as: As) {
  const headers = { authorization: `Bearer ${as.jwt}`, 'idempotency-key': app.services.newID() };
  return app.request({ method: 'POST', url: `/api${url}`, payload, headers });
}

async function customer() {
  const added = await addCustomer(app.context());
  return { ...added, as: await signedIn(app, 'customer', added.id) };
}

let days = 0;

/** A booking with a cleaner of its own, unpaid. */
async function hold({ addressID, as }: Awaited<ReturnType<typeof customer>>): Promise<string> {
  days += 1;
  const body = {
    packageID: world.packageID,
    addressID,
    startTime: `2026-12-0${days}T09:00:00+08:00`,
    cleaner1ID: await addCleaner(app.context()),
  };
  const held = await send('/customers/createjob', body, as);
  expect(held.status).toBe(201);
  return (held.body as { id: string }).id;
}

async function statusOf(id: string) {
  const { status } = await app.services.db
    .selectFrom('job')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return status;
}

/** The queue retries with growing delays: about nine times in an hour. */
async function passAnHour(): Promise<void> {
  for (let attempt = 0; attempt < 9; attempt += 1) {
    app.clock.advance({ minutes: 7 });
    await app.runCronJobs();
    await app.runOutbox('all');
  }
}

async function settle(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    app.clock.advance({ minutes: 1 });
    await app.runCronJobs();
    await app.runOutbox('all');
  }
}

test('all providers are down for an hour: nothing is lost, and nothing happens twice', {
  tags: 'deep',
}, async () => {
  const [mei, wei, hua] = [await customer(), await customer(), await customer()];
  await giveHours(app.context(), mei.id, { hours: 10 });
  const cancelled = await hold(hua);
  expect((await send(`/jobs/${cancelled}/commit`, { stripeToken: 'tok_visa' }, hua.as)).status).toBe(200);
  await settle();
  expect(events.size).toBe(1);
  for (const sent of [sms, mail]) sent.length = 0;

  setDown(true);
  const withHours = await hold(mei);
  expect((await send('/customers/updatecredit', { jobID: withHours }, mei.as)).status).toBe(200);
  expect((await send(`/jobs/${withHours}/commit`, {}, mei.as)).status).toBe(200);
  const byCard = await hold(wei);
  const paying = await send(`/jobs/${byCard}/commit`, { stripeToken: 'tok_visa' }, wei.as);
  expect(problem(paying)).toMatchObject({ status: 409, code: 'payment_in_progress' });
  expect((await send(`/jobs/${cancelled}/cancel`, {}, hua.as)).status).toBe(200);
  await passAnHour();
  expect([sms, mail]).toEqual([[], []]);
  expect(await statusOf(withHours)).toBe('paid');

  setDown(false);
  await settle();
  const { rows: stuck } = await app.database.pool.query(
    'select task_id, last_error from graphile_worker._private_jobs where attempts >= max_attempts',
  );
  expect(stuck).toEqual([]);
  for (const sent of [sms, mail]) {
    const ids = sent.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
  }
  const { rows: unsent } = await app.database.pool.query(
    "select kind, state from message where state in ('queued', 'failed')",
  );
  expect(unsent).toEqual([]);
  expect(events.size).toBe(await countPaid());
  expect(await stripe.moneyOf(hua.id)).toMatchObject({ taken: PACKAGE_PRICE, givenBack: PACKAGE_PRICE });
  // Either the card was charged and the clean is booked, or neither.
  const { taken } = await stripe.moneyOf(wei.id);
  expect([await statusOf(byCard), taken]).toEqual(taken > 0 ? ['paid', PACKAGE_PRICE] : ['expired', 0]);
  expect(await checkLedger(app.context())).toEqual([]);
});

async function countPaid(): Promise<number> {
  const { rows } = await app.database.pool.query(
    "select count(*)::int as count from job where status = 'paid'",
  );
  return rows[0].count;
}
