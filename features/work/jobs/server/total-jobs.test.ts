import { expect, test } from 'vitest';
import * as bookingCalls from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { bookVisits, payFor } from '#features/booking/booking/server/testing/booking-calls.ts';
import { addCleaner, addPackage } from '#features/booking/booking/server/testing/world.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import * as calls from '../contract.ts';

/* One paid visit, one held by the office for two cleaners, one cancelled. */

const { app, world } = await startBusiness({ customers: 1 });
app.clock.set('2026-11-23T10:00:00+08:00');
const office = await signedIn(app, 'admin');
const mei = await signedIn(app, 'customer', world.customers[0]?.id);
const [anna, bala] = [await addCleaner(app.context()), await addCleaner(app.context())];
const [paidID = '', cancelledID = ''] = [
  ...(await bookVisits(app, mei, world, { cleanerID: anna })),
  ...(await bookVisits(app, mei, world, { cleanerID: bala })),
];
await payFor(app, mei, paidID);
await payFor(app, mei, cancelledID);
expect(
  (
    await app.call(
      calls.cancelJob,
      { params: { id: cancelledID }, body: { reason: 'Away', onBehalfOf: 'customer' } },
      office,
    )
  ).status,
).toBe(200);
const pair = await addPackage(app.context(), { crew: 2 });
const held = await app.call(
  bookingCalls.createJobForCustomer,
  {
    body: {
      customerID: world.customers[0]?.id ?? '',
      packageID: pair,
      addressID: world.customers[0]?.addressID ?? '',
      startTime: '2026-12-03T09:00:00+08:00',
      cleaner1ID: anna,
      cleaner2ID: bala,
    },
  },
  office,
);
expect(held.status).toBe(201);

type Filters = NonNullable<Parameters<typeof app.call<typeof calls.totalJobs>>[1]['query']>;

/** Adds up the list itself. */
async function recount(query: object) {
  const { body } = await app.call(calls.listJobs, { query: { ...query, size: 1000 } }, office);
  const byStatus: Record<string, { count: number; hours: number; amount: number }> = {};
  for (const job of body.items) {
    const row = byStatus[job.status] ?? { count: 0, hours: 0, amount: 0 };
    byStatus[job.status] = {
      count: row.count + 1,
      hours: row.hours + job.hours * job.numCleaners,
      amount: row.amount + (job.amountToPay ?? 0),
    };
  }
  return byStatus;
}

async function totals(query: Filters) {
  const { status, body } = await app.call(calls.totalJobs, { query }, office);
  expect(status).toBe(200);
  return Object.fromEntries(body.byStatus.map(({ status: name, ...sums }) => [name, sums]));
}

test.each([
  ['all jobs', { status: '*' }, ['cancelled', 'paid', 'pending']],
  ['those that may take place', {}, ['paid', 'pending']],
  ['unpaid ones', { status: 'unpaid' }, ['pending']],
  ['a day', { from_date: '2026-12-03', to_date: '2026-12-03' }, ['pending']],
  ['a search', { q: '310145' }, ['paid', 'pending']],
  ['a search without results', { q: 'nowhere' }, []],
  ['no jobs', { to_date: '2020-01-01' }, []],
  ['the trash', { status: '*', trash: '1' }, []],
] as const)('the totals of %s are those of the list', async (_name, query, statuses) => {
  const added = await totals(query);
  expect(added).toEqual(await recount(query));
  expect(Object.keys(added).sort()).toEqual(statuses);
});

test('jobs are listed and added up by the region of their home, and name its area', async () => {
  const { db } = app.services;
  const bishan = await db
    .selectFrom('area')
    .selectAll()
    .where('name', 'like', '%Bishan%')
    .executeTakeFirstOrThrow();
  await db.updateTable('job').set({ addressAreaID: bishan.id }).where('id', '=', paidID).execute();
  for (const { id } of await db.selectFrom('region').select('id').execute()) {
    const query = { status: '*', regionID: id } as const;
    const { items } = (await app.call(calls.listJobs, { query }, office)).body;
    expect(items.map((job) => job.area)).toEqual(id === bishan.regionID ? [bishan.name] : []);
    expect(await totals(query)).toEqual(await recount(query));
  }
});

test('only the office sees totals', async () => {
  expect((await app.call(calls.totalJobs, { query: {} }, mei)).status).toBe(403);
  const cleaner = await signedIn(app, 'cleaner', anna);
  expect((await app.call(calls.totalJobs, { query: {} }, cleaner)).status).toBe(403);
});
