import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { chargeAndConfirm, commitJob } from '#features/booking/checkout/contract.ts';
import { listPackages } from '#features/catalogue/packages/contract.ts';
import { updateSettings } from '#features/catalogue/settings/contract.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { createTransaction } from '#features/money/payments/contract.ts';
import { feature as statistics } from '#features/office/statistics/server/index.ts';
import { createWebhook } from '#features/office/webhooks/contract.ts';
import { feature as webhooks } from '#features/office/webhooks/server/index.ts';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import { listCleaners, updateCleaner } from '#features/people/cleaners/contract.ts';
import { TEST_CUSTOMER_ID } from '#features/people/customers/rules/test-customer.ts';
import { getJob, listJobs, updateJob } from '#features/work/jobs/contract.ts';
import { startJob } from '#features/work/visits/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { type ServiceOffer, STARTING_OFFERS } from '../rules/starting-packages.ts';
import { feature as setup } from './index.ts';

const app = await startBookingApp({ more: [accounts, statistics, webhooks, setup], connections: 10 });
const { db } = app.database;
const ownerID = randomUUID();
let owner: As;

/** Tables whose rows the use of the system adds anyway. */
const ALWAYS = /^(audit_|session$|throttle$|setting$|live_event$|cron_run$|idempotency_key$)/;

async function everything(): Promise<Record<string, unknown>> {
  const { rows: tables } = await app.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const found: Record<string, unknown> = {};
  for (const { name } of tables.filter((table) => !ALWAYS.test(table.name)))
    found[name] = (await app.database.pool.query(`select * from "${name}" order by 1`)).rows;
  return found;
}

beforeEach(async () => {
  app.clock.set('2026-11-23T10:00:00+08:00');
  // Without the triggers that keep the books.
  await app.database.pool.query(`begin; set local session_replication_role = replica;
    truncate package, cleaner, customer, setting, throttle cascade; commit`);
  await db
    .insertInto('admin')
    .values({
      id: ownerID,
      identity: 'ruth',
      email: '',
      fullname: 'Ruth Koh',
      passwordHash: '',
      officeRole: 'owner',
      createdAt: app.clock.now().toString(),
      updatedAt: app.clock.now().toString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  owner = await signedIn(app, 'admin', ownerID);
});

const read = async () => (await app.call(calls.readSetup, {}, owner)).body;
const hours = { weekdays: [1, 2, 3, 4, 5], from: 9 * 60, until: 18 * 60 };
const sell = (services: readonly ServiceOffer[] = STARTING_OFFERS) =>
  app.call(calls.createStartingPackages, { body: { services } as never }, owner);
const hire = (cleaners: readonly { name: string; mobile: string }[]) =>
  app.call(calls.createFirstCleaners, { body: { cleaners: [...cleaners], hours } }, owner);
const MEI = { name: 'Lim Mei Ling', mobile: '91110002' };
const SITI = { name: 'Siti Rahman', mobile: '91110001' };
const audited = async () =>
  (await db.selectFrom('audit_entry').select('action').orderBy('id').execute()).map(({ action }) => action);

describe('the set-up', () => {
  it('is needed in an empty business, and ticks itself from what exists', async () => {
    expect(await read()).toMatchObject({ isNeeded: true, done: [], packages: 0, cleaners: 0 });
    const body = { version: 0, businessName: 'Sparkle Homes', businessPhone: '6555 0100' };
    await app.call(updateSettings, { body }, owner);
    expect((await app.call(calls.confirmStep, { body: { step: 'gst' } }, owner)).body.done).toEqual([
      'contact',
      'gst',
    ]);
    await app.call(calls.confirmStep, { body: { step: 'look' } }, owner);
    await app.call(updateSettings, { body: { version: 1, opensAtMinute: 9 * 60 } }, owner);
    await sell();
    expect(await read()).toMatchObject({
      isNeeded: true,
      done: ['contact', 'gst', 'hours', 'services', 'look'],
    });
    await hire([MEI]);
    expect(await read()).toMatchObject({ isNeeded: false, packages: 20, cleaners: 1 });
  });

  it('is hidden for everyone once it is dismissed, and comes back', async () => {
    const dismiss = (isDismissed: boolean) => app.call(calls.dismissSetup, { body: { isDismissed } }, owner);
    expect((await dismiss(true)).body.isDismissed).toBe(true);
    const other = await signedIn(app, 'admin');
    expect((await app.call(calls.readSetup, {}, other)).body.isDismissed).toBe(true);
    await dismiss(true);
    expect((await dismiss(false)).body.isDismissed).toBe(false);
    expect((await audited()).filter((action) => action === 'setup.dismissed')).toHaveLength(1);
  });

  it('asks each admin about their own access', async () => {
    expect((await read()).account).toEqual({ hasOwnPassword: false, email: '', hasSecondFactor: false });
    await db.updateTable('admin').set({ email: 'ruth@sparkle.sg' }).where('id', '=', ownerID).execute();
    await db
      .insertInto('audit_entry')
      .values({
        id: randomUUID(),
        at: app.clock.now().toString(),
        actorRole: 'admin',
        actorID: ownerID,
        action: 'admin.password-changed',
        subjectKind: 'admin',
        subjectID: ownerID,
        ip: '',
        requestID: '',
      })
      .execute();
    expect(await read()).toMatchObject({ done: ['account'], account: { hasOwnPassword: true } });
    const colleague = await signedIn(app, 'admin');
    expect((await app.call(calls.readSetup, {}, colleague)).body.account.hasOwnPassword).toBe(false);
  });
});

describe('the starting packages', () => {
  it('are added once, however often and by however many they are asked for', async () => {
    const replies = await Promise.all([sell(), sell(), sell()]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(replies.map(({ body }) => body.created).toSorted()).toEqual([0, 0, 20]);
    expect((await sell()).body).toEqual({ created: 0, kept: 20 });
    expect((await app.call(listPackages, { query: { size: 100 } })).body.total).toBe(20);
  });

  it('are added all or none, and the reason names the field', async () => {
    const [regular, ...others] = STARTING_OFFERS;
    const reply = await sell([{ ...(regular as ServiceOffer), pricePerHour: 0 }, ...others]);
    expect([reply.status, problem(reply).errors?.[0]?.path]).toEqual([422, 'services.0.pricePerHour']);
    expect((await read()).packages).toBe(0);
  });

  it('leave out what is left out', async () => {
    const [regular] = STARTING_OFFERS as [ServiceOffer];
    expect((await sell([{ ...regular, homes: regular.homes.slice(0, 2) }])).body.created).toBe(2);
  });
});

describe('the first cleaners', () => {
  it('are added with their hours, once', async () => {
    const replies = await Promise.all([hire([MEI, SITI]), hire([MEI, SITI])]);
    expect(replies.map(({ body }) => body.created).toSorted()).toEqual([0, 2]);
    const { items } = (await app.call(listCleaners, {}, owner)).body;
    expect(items.map(({ fullname }) => fullname).toSorted()).toEqual(['Lim Mei Ling', 'Siti Rahman']);
    expect(items[0]).toMatchObject({ mondayHours: '09:00-18:00', sundayAvailability: false });
  });

  it.each([
    ['twice the same number', [MEI, { ...SITI, mobile: MEI.mobile }], 'cleaners.1.mobile'],
    ['no number', [{ ...MEI, mobile: '12' }], 'cleaners.0.mobile'],
    ['no name', [{ ...MEI, name: ' ' }], 'cleaners.0.name'],
  ])('are added all or none: %s', async (_name, cleaners, path) => {
    const reply = await hire(cleaners);
    expect([reply.status, problem(reply).errors?.[0]?.path]).toEqual([422, path]);
    expect((await read()).cleaners).toBe(0);
  });

  it('do not take the number of another cleaner', async () => {
    await hire([MEI]);
    const reply = await hire([SITI, { name: 'Someone Else', mobile: MEI.mobile }]);
    expect(problem(reply).errors?.[0]).toEqual({
      path: 'cleaners.1.mobile',
      message: 'Lim Mei Ling has this number already. Check the trash too.',
    });
    expect((await read()).cleaners).toBe(1);
  });
});

describe('the test visit', () => {
  const book = () => app.call(calls.bookTestVisit, { body: {} }, owner);
  const remove = () => app.call(calls.removeTestVisit, { body: {} }, owner);
  const open = async () => {
    await sell();
    await hire([MEI, SITI]);
  };

  it('needs something to book, and someone who is free', async () => {
    expect(problem(await book()).code).toBe('nothing_to_book');
    await sell();
    expect(problem(await book()).code).toBe('nothing_to_book');
    await hire([MEI]);
    const [mei] = (await app.call(listCleaners, {}, owner)).body.items;
    const off = { startTime: '2026-11-23 00:00', endTime: '2027-03-01 00:00', description: '' };
    const body = { unavailableDates: [off] };
    const away = await app.call(updateCleaner, { params: { id: mei?.id ?? '' }, body }, owner);
    expect(away.status).toBe(200);
    expect(problem(await book()).code).toBe('no_free_time');
    expect((await read()).testVisit).toBeNull();
  });

  it('is at a real free time, seen by the office and the cleaner, and nobody is told', async () => {
    await open();
    const endpoint = { url: 'https://example.com/hook', eventTypes: [], description: '' };
    await app.call(createWebhook, { body: endpoint } as never, owner);
    const sent = app.sent.sms.length + app.sent.mail.length;
    const booked = await book();
    expect(booked).toMatchObject({ status: 201, body: { startTime: '2026-11-24T09:00:00+08:00' } });
    const { jobID, cleaners } = booked.body;
    const job = (await app.call(getJob, { params: { id: jobID } }, owner)).body;
    expect(job).toMatchObject({ status: 'paid', amountToPay: 0, label: 'Test visit', stage: 'upcoming' });
    const cleaner = await signedIn(app, 'cleaner', cleaners[0]?.id);
    const own = (await app.call(listJobs, { query: { status: 'paid' } }, cleaner)).body;
    expect(own.items.map(({ id }) => id)).toEqual([jobID]);
    await app.runOutbox();
    app.clock.advance({ hours: 20 });
    await app.runCronJobs();
    await app.runOutbox();
    expect(app.sent.sms.length + app.sent.mail.length).toBe(sent);
    expect(await db.selectFrom('webhook_delivery').selectAll().execute()).toEqual([]);
    expect(await checkLedger(app.context())).toEqual([]);
  });

  it('is removed without a trace, also after the cleaner has begun', async () => {
    await open();
    const before = await everything();
    const { jobID, cleaners } = (await book()).body;
    app.clock.set('2026-11-24T09:05:00+08:00');
    const cleaner = await signedIn(app, 'cleaner', cleaners[0]?.id);
    expect((await app.call(startJob, { params: { id: jobID }, body: {} }, cleaner)).status).toBe(200);
    app.clock.set('2026-11-23T10:00:00+08:00');
    owner = await signedIn(app, 'admin', ownerID);
    expect((await remove()).body).toEqual({ removed: true });
    expect(await everything()).toEqual(before);
    expect((await remove()).body).toEqual({ removed: false });
    const trail = (await audited()).filter((action) => action.startsWith('test-visit'));
    expect(trail.slice(-2)).toEqual(['test-visit.booked', 'test-visit.removed']);
    expect((await read()).testVisit).toBeNull();
    expect((await book()).status).toBe(201);
  });

  it('exists once, also if two people press at once, and presses twice are one', async () => {
    await open();
    const replies = await Promise.all([book(), book(), book()]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(replies.map(({ body }) => body.jobID)).size).toBe(1);
    const removals = await Promise.all([remove(), remove()]);
    expect(removals.map(({ body }) => body.removed).toSorted()).toEqual([false, true]);
  });

  it('cannot be paid, and stays if somebody has entered money for it', async () => {
    await open();
    const { jobID } = (await book()).body;
    const confirmed = await app.call(
      chargeAndConfirm,
      { body: { jobID, amountToPay: 5000, reason: 'x' } } as never,
      owner,
    );
    expect(confirmed.body).toMatchObject({ job: { amountToPay: 0 } });
    const customer = await signedIn(app, 'customer', TEST_CUSTOMER_ID);
    const paid = await app.call(
      commitJob,
      { params: { id: jobID }, body: { stripeToken: 'tok_visa', total: 0 } } as never,
      customer,
    );
    expect(await db.selectFrom('payment_attempt').selectAll().execute()).toEqual([]);
    expect(paid.status).toBeLessThan(500);
    const longer = await app.call(updateJob, { params: { id: jobID }, body: { hours: 4 } } as never, owner);
    expect(longer.status).toBe(200);
    const job = (await app.call(getJob, { params: { id: jobID } }, owner)).body;
    expect(job.amountToPay).toBe(0);
    const money = { customerID: TEST_CUSTOMER_ID, total: 1000, method: 'paynow', details: 'By mistake' };
    expect((await app.call(createTransaction, { body: money } as never, owner)).status).toBe(201);
    const refused = await remove();
    expect([refused.status, problem(refused).code]).toEqual([409, 'test_visit_in_use']);
    expect((await read()).testVisit?.jobID).toBe(jobID);
  });
});

describe('the providers', () => {
  it('are examined without secrets, and not without limit', async () => {
    const { status, body } = await app.call(calls.examineProviders, {}, owner);
    expect(status).toBe(200);
    expect(body.items.find(({ provider }) => provider === 'mail')).toMatchObject({ state: 'off' });
    const now = app.clock.now();
    await db
      .insertInto('throttle')
      .values({
        key: `examine:${ownerID}`,
        hits: 30,
        windowStart: now.toString(),
        windowEnd: now.add({ seconds: 30 }).toString(),
      })
      .onConflict((conflict) => conflict.columns(['key', 'windowStart']).doUpdateSet({ hits: 30 }))
      .execute();
    expect((await app.call(calls.examineProviders, {}, owner)).status).toBe(429);
  });

  it('are tested with a real message, to one’s own address only', async () => {
    await db.updateTable('admin').set({ email: '' }).where('id', '=', ownerID).execute();
    const test = (body: object) => app.call(calls.testProvider, { body } as never, owner);
    expect(problem(await test({ provider: 'mail' })).code).toBe('no_own_email');
    await db.updateTable('admin').set({ email: 'ruth@sparkle.sg' }).where('id', '=', ownerID).execute();
    expect((await test({ provider: 'mail', to: 'victim@example.com' })).status).toBe(422);
    expect((await test({ provider: 'mail' })).status).toBe(200);
    expect(app.sent.mail.at(-1)).toMatchObject({ to: 'ruth@sparkle.sg' });
    expect((await test({ provider: 'sms', mobile: '9123 4567' })).status).toBe(200);
    expect(app.sent.sms.at(-1)).toMatchObject({ to: '6591234567' });
    expect((await audited()).filter((action) => action === 'provider.tested')).toHaveLength(2);
  });
});

it.each(Object.entries(calls).filter(([, call]) => typeof call === 'object' && 'method' in call))(
  '%s is for managers only',
  async (_name, call) => {
    const input = { body: {} } as never;
    expect((await app.call(call as typeof calls.readSetup, input)).status).toBe(401);
    for (const role of ['dispatcher', 'accountant', 'read-only'] as const) {
      const colleague = await signedIn(app, 'admin', randomUUID(), role);
      expect((await app.call(call as typeof calls.readSetup, input, colleague)).status).toBe(403);
    }
  },
);
