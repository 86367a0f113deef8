import { expect, test } from 'vitest';
import { createJobForCustomer } from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { bookVisits, payFor } from '#features/booking/booking/server/testing/booking-calls.ts';
import { addCleaner } from '#features/booking/booking/server/testing/world.ts';
import { payLater } from '#features/booking/checkout/contract.ts';
import { giveHours } from '#features/money/credits/server/testing/credit-world.ts';
import { createTransaction } from '#features/money/payments/contract.ts';
import { cancelJob } from '#features/work/jobs/contract.ts';
import { OFFICE_ROLES } from '#platform/kernel/actor.ts';
import { dayOf } from '#platform/kernel/business-time.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { feature } from './index.ts';

/* Visits cost S$90.00 for 3 hours; cleaners are available from 8:00 to 20:00 every day. */

const { app, world } = await startBusiness({ customers: 1, more: [feature] });
app.clock.set('2026-11-24T09:00:00+08:00');
const customer = world.customers[0] ?? { id: '', addressID: '' };
const ALL = [
  calls.readMoneyStatistics,
  calls.readVisitStatistics,
  calls.readCustomerStatistics,
  calls.readHoursOwed,
] as const;
const december = { from_date: '2026-12-01', to_date: '2026-12-31', by: 'month' } as const;

const asOffice = () => signedIn(app, 'admin');
const money = async (query: object = december) =>
  (await app.call(calls.readMoneyStatistics, { query }, await asOffice())).body;
const visits = async (query: object = december) =>
  (await app.call(calls.readVisitStatistics, { query }, await asOffice())).body;
const hoursOwed = async (query: object = december) =>
  (await app.call(calls.readHoursOwed, { query }, await asOffice())).body;

test('an empty business has zeros, by default for the current month', async () => {
  for (const call of ALL) {
    const { status, body } = await app.call(call, {}, await asOffice());
    expect(status, call.path).toBe(200);
    expect(body).toMatchObject({ from_date: '2026-11-01', to_date: '2026-11-30', by: 'day' });
  }
  expect(await money({})).toMatchObject({
    earned: { visits: 0, total: 0 },
    taken: { count: 0, net: 0 },
    owedByUs: { total: 0 },
  });
  expect(await hoursOwed({})).toMatchObject({ closing: { hours: 0 }, isReconciled: true });
});

test('invalid input is refused beside its field', async () => {
  const wrong = [
    [{ from_date: '2026-12-02', to_date: '2026-12-01' }, 'to_date'],
    [{ from_date: '2020-01-01', to_date: '2026-12-01' }, 'to_date'],
    [{ from_date: '2026-02-30' }, 'from_date'],
    [{ by: 'year' }, 'by'],
  ] as const;
  for (const call of ALL) {
    for (const [query, path] of wrong) {
      const refused = await app.call(call, { query: query as object }, await asOffice());
      expect(problem(refused), path).toMatchObject({ status: 422, errors: [{ path }] });
    }
  }
});

test('only those who read money may read them', async () => {
  for (const call of ALL) {
    for (const role of OFFICE_ROLES) {
      const { status } = await app.call(call, {}, await signedIn(app, 'admin', undefined, role));
      expect(status, `${call.path} ${role}`).toBe(role === 'dispatcher' ? 403 : 200);
    }
    for (const role of ['customer', 'cleaner'] as const) {
      expect((await app.call(call, {}, await signedIn(app, role))).status).toBe(403);
    }
    expect((await app.call(call, {})).status).toBe(401);
  }
});

test('a booked visit is earned when it is done and taken when it is paid', async () => {
  const cleanerID = await addCleaner(app.context());
  const mei = await signedIn(app, 'customer', customer.id);
  const [onSite = ''] = await bookVisits(app, mei, world, { cleanerID });
  expect((await payFor(app, mei, onSite)).status).toBe(200);
  const later = {
    customerID: customer.id,
    packageID: world.packageID,
    addressID: customer.addressID,
    startTime: '2026-12-02T09:00:00+08:00',
    cleaner1ID: cleanerID,
  };
  const { body: byOffice } = await app.call(createJobForCustomer, { body: later }, await asOffice());
  const params = { id: byOffice.id };
  const due = { params, body: { dueOn: '2026-12-20' } };
  expect((await app.call(payLater, due, await asOffice())).status).toBe(200);

  expect(await visits()).toMatchObject({
    visits: 2,
    done: 0,
    // Christmas is closed.
    filled: { booked: 6, available: 30 * 12 },
    bySource: [
      { source: 'site', visits: 1 },
      { source: 'office', visits: 1 },
    ],
    byHour: [
      { weekday: 2, hour: 9, visits: 1 },
      { weekday: 3, hour: 9, visits: 1 },
    ],
  });
  const alone = await visits({ ...december, cleanerID });
  expect(alone.filled).toEqual({ booked: 6, available: 30 * 12 });
  const another = await addCleaner(app.context());
  expect((await visits()).filled?.available).toBe(2 * 30 * 12);
  expect((await visits({ ...december, cleanerID: another })).filled).toEqual({
    booked: 0,
    available: 30 * 12,
  });
  expect((await visits({ ...december, jobType: 'one-time' })).filled).toBeNull();
  const november = { from_date: '2026-11-24', to_date: '2026-11-24' };
  expect(await money(november)).toMatchObject({ earned: { total: 0 }, taken: { count: 1, net: 9000 } });
  expect((await money()).earned.total).toBe(0);

  app.clock.set('2026-12-02T12:00:00+08:00');
  expect(await money()).toMatchObject({
    earned: { visits: 2, hours: 6, money: 18_000, hoursValue: 0, total: 18_000 },
    taken: { net: 0 },
    owedToUs: { visits: { count: 1, total: 9000 } },
  });
  // An extra charge is earned, and owed until it is paid or waived.
  const charge = (cents: number, ended: string) =>
    app.database.pool.query(
      `insert into job_charge (id, job_id, kind, cents, created_at, ended_at, ended_as)
       values ($1, $2, 'key', $3, $4, $5, $6)`,
      [
        app.services.newID(),
        byOffice.id,
        cents,
        app.clock.now().subtract({ minutes: 1 }).toString(),
        ...(ended ? [app.clock.now().subtract({ seconds: 30 }).toString(), ended] : [null, null]),
      ],
    );
  await charge(2000, '');
  await charge(500, 'waived');
  expect(await money()).toMatchObject({
    earned: { visits: 2, money: 20_000, total: 20_000 },
    owedToUs: { visits: { count: 2, total: 11_000 } },
  });
  await app.database.pool.query('delete from job_charge');
  // On 1 December, only the paid visit had been done.
  const first = { from_date: '2026-12-01', to_date: '2026-12-01' };
  expect(await money(first)).toMatchObject({ earned: { total: 9000 }, owedToUs: { visits: { count: 0 } } });
  expect(await visits()).toMatchObject({
    done: 2,
    arrivals: { onTime: 0, late: 0, missing: 2 },
    repeat: { visits: 1, sameCleaner: 1 },
  });
  const customers = await app.call(calls.readCustomerStatistics, { query: december }, await asOffice());
  expect(customers.body).toMatchObject({ served: 1, new: 1, returning: 0, lost: 0, active: 1 });
});

test('what is kept of a cancelled visit is not part of what visits earned', async () => {
  app.clock.set('2026-12-03T09:00:00+08:00');
  const cleanerID = await addCleaner(app.context());
  const body = {
    customerID: customer.id,
    packageID: world.packageID,
    addressID: customer.addressID,
    startTime: '2026-12-03T15:00:00+08:00',
    cleaner1ID: cleanerID,
  };
  const { body: job } = await app.call(createJobForCustomer, { body }, await asOffice());
  const mei = await signedIn(app, 'customer', customer.id);
  expect((await payFor(app, mei, job.id)).status).toBe(200);
  expect((await app.call(cancelJob, { params: { id: job.id }, body: {} }, mei)).status).toBe(200);
  const range = { from_date: '2026-12-03', to_date: '2026-12-03' };
  expect(await money(range)).toMatchObject({
    earned: { visits: 0, total: 0 },
    kept: { count: 1, total: 4500 },
    taken: { count: 2, payments: 9000, refunds: 4500, net: 4500 },
  });
  expect(await visits(range)).toMatchObject({
    visits: 0,
    cancelled: { byCustomer: 1, byCompany: 0, within24Hours: 1 },
  });
});

test('a ledger that has other hours than the customers is reported', async () => {
  await giveHours(app.context(), customer.id, { hours: 6, perHour: 25 });
  const owed = await hoursOwed();
  expect(owed).toMatchObject({ closing: { hours: 6, value: 15_000 }, isReconciled: true });
  expect(owed.tiers[1]).toMatchObject({
    perHour: 25,
    opening: { hours: 0 },
    changes: [{ kind: 'adjusted', hours: 6 }],
    ledger: { hours: 6 },
  });
  const [id, at] = [app.context().newID(), app.clock.now().toString()];
  await app.database.pool.query(
    `with posted as (
      insert into ledger_tx (id, kind, ref_kind, ref_id, idempotency_key, created_at)
      values ('${id}', 'credits-adjusted', 'test', '', '${id}', '${at}') returning id)
    insert into ledger_entry (tx_id, line, account, commodity, amount)
    select id, 1, 'customer:x:credits:25:y', 'H25', 10 from posted
    union all select id, 2, 'company:credits_issued', 'H25', -10 from posted`,
  );
  const wrong = await hoursOwed();
  expect(wrong.isReconciled).toBe(false);
  expect(wrong.tiers[1]).toMatchObject({ closing: { hours: 6 }, ledger: { hours: 7 } });
  // The day before, both were the same.
  const yesterday = dayOf(app.clock.now()).subtract({ days: 1 }).toString();
  expect((await hoursOwed({ from_date: yesterday, to_date: yesterday })).isReconciled).toBe(true);
});

test('money recorded by hand for a visit is taken for visits, other entries by hand are not', async () => {
  app.clock.set('2026-12-03T09:00:00+08:00');
  const visit = {
    customerID: customer.id,
    packageID: world.packageID,
    addressID: customer.addressID,
    startTime: '2026-12-04T15:00:00+08:00',
    cleaner1ID: await addCleaner(app.context()),
  };
  const { id } = (await app.call(createJobForCustomer, { body: visit }, await asOffice())).body;
  const typesOf = async () => {
    const { takenByType } = await money();
    const countOf = (type: string) => takenByType.find((row) => row.type === type)?.count ?? 0;
    return { visits: countOf('job'), byHand: countOf('manual') };
  };
  const before = await typesOf();
  const byHand = { customerID: customer.id, total: 9000, method: 'paynow' as const };
  for (const body of [{ ...byHand, jobID: id }, byHand])
    expect((await app.call(createTransaction, { body }, await asOffice())).status).toBe(201);
  expect(await typesOf()).toEqual({ visits: before.visits + 1, byHand: before.byHand + 1 });
});
