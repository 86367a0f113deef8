import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { makeWorld } from '#features/booking/booking/server/testing/world.ts';
import { JOB_TYPES, type JobType } from '#features/catalogue/packages/rules/package.ts';
import { totalTransactions } from '#features/money/payments/contract.ts';
import { totalJobs } from '#features/work/jobs/contract.ts';
import type { ReplyOf } from '#platform/contract/call.ts';
import { dayOf } from '#platform/kernel/business-time.ts';
import { randomCases } from '#platform/testing/random-cases.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import * as calls from '../contract.ts';
import { GROUPINGS } from '../rules/periods.ts';
import { feature } from './index.ts';
import {
  asOf,
  due,
  gift,
  type History,
  insertHistory,
  instantOf,
  lot,
  REGIONS,
  transaction,
  visit,
} from './testing/history.ts';
import { recountCustomers, recountHoursOwed, recountMoney, recountVisits } from './testing/recount.ts';

/* Random rows are added to the business again and again; after each time every figure is the recount's. */

const GST_SINCE = '2026-10-20';

const app = await startBookingApp({ more: [feature] });
app.clock.set('2026-11-24T09:00:00+08:00');
const people = await makeWorld(app.context(), { customers: 0, cleaners: 4 });
await app.database.pool.query(`insert into setting (name, value, updated_at) values
  ('gst.registered', 'true', now()), ('gst.since', '"${GST_SINCE}"', now())
  on conflict (name) do update set value = excluded.value`);
const office = await signedIn(app, 'admin');

const more = fc.record({
  visits: fc.array(visit, { maxLength: 25, size: 'max' }),
  transactions: fc.array(transaction, { maxLength: 10, size: 'max' }),
  lots: fc.array(lot, { maxLength: 8, size: 'max' }),
  dues: fc.array(due, { maxLength: 4, size: 'max' }),
  gifts: fc.array(gift, { maxLength: 3, size: 'max' }),
});
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 });
const range = fc.record({
  jobType: maybe(fc.constantFrom(...JOB_TYPES)),
  region: maybe(fc.nat({ max: REGIONS.length - 1 })),
  cleaner: maybe(fc.nat({ max: 3 })),
  first: fc.nat({ max: 70 }),
  days: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 60 })),
  by: fc.constantFrom(...GROUPINGS),
});

test('every figure equals a plain recount of random histories', async () => {
  const known: { [K in keyof History]: History[K][number][] } = {
    visits: [],
    transactions: [],
    lots: [],
    dues: [],
    gifts: [],
  };
  const property = fc.asyncProperty(
    more,
    fc.array(range, { minLength: 3, maxLength: 3 }),
    async (drawn, ranges) => {
      const { customers } = await makeWorld(app.context(), { customers: 4, cleaners: 0 });
      const visits = drawn.visits.map((visit) => {
        const made = { ...visit, id: app.context().newID(), customerID: customers[visit.customer]?.id ?? '' };
        return asOf(made, app.clock.now());
      });
      const added = { ...drawn, visits };
      await insertHistory(app.context(), { ...people, customers }, added);
      known.visits.push(...added.visits);
      known.transactions.push(...added.transactions);
      known.lots.push(...added.lots);
      known.dues.push(...added.dues);
      known.gifts.push(...added.gifts);
      for (const { first, days, by, ...filters } of ranges) {
        const [from_date, to_date] = [first, first + days].map((day) =>
          dayOf(instantOf(day * 1440)).toString(),
        );
        const query = { from_date: from_date ?? '', to_date: to_date ?? '', by };
        await compare(known, query, {});
        await compare(known, query, filters);
      }
    },
  );
  await fc.assert(property, { numRuns: randomCases(8, 60), endOnFailure: true });
});

/** The lists behind figures have as many rows as these say; the totals of a list count its rows. */
async function compareLists(
  { by: _by, ...query }: { readonly by: string; readonly from_date: string; readonly to_date: string },
  {
    byHour,
    takenByType,
  }: Pick<ReplyOf<typeof calls.readVisitStatistics>, 'byHour'> &
    Pick<ReplyOf<typeof calls.readMoneyStatistics>, 'takenByType'>,
): Promise<void> {
  const cell = byHour.at(-1);
  if (cell !== undefined) {
    const { weekday, hour } = cell;
    const asked = { ...query, status: 'going-ahead' as const, weekday, hour };
    const { byStatus } = (await app.call(totalJobs, { query: asked }, office)).body;
    expect(byStatus.reduce((sum, { count }) => sum + count, 0)).toBe(cell.visits);
  }
  for (const { type, count } of takenByType) {
    const { from_date, to_date } = query;
    const asked = { from_date, to_date, type, method: 'money' as const };
    expect((await app.call(totalTransactions, { query: asked }, office)).body.count).toBe(count);
  }
}

interface Filters {
  readonly jobType?: JobType | undefined;
  readonly region?: number | undefined;
  readonly cleaner?: number | undefined;
}

async function compare(
  history: History,
  days: { from_date: string; to_date: string; by: (typeof GROUPINGS)[number] },
  filters: Filters,
): Promise<void> {
  const asked = { ...days, ...filters, now: app.clock.now(), gstSince: GST_SINCE };
  const query = {
    ...days,
    jobType: filters.jobType,
    regionID: filters.region === undefined ? undefined : REGIONS[filters.region],
    cleanerID: filters.cleaner === undefined ? undefined : people.cleanerIDs[filters.cleaner],
  };
  const money = await app.call(calls.readMoneyStatistics, { query }, office);
  expect(money.body).toEqual(recountMoney(history, asked));
  const visits = await app.call(calls.readVisitStatistics, { query }, office);
  const { filled, rows, ...counted } = visits.body;
  // What cleaners are available does not depend on the history; a test of its own adds it up.
  const withoutAvailable = rows.map(({ available: _available, ...row }) => row);
  expect({ ...counted, rows: withoutAvailable }).toEqual(recountVisits(history, asked));
  await compareLists(query, { byHour: counted.byHour, takenByType: money.body.takenByType });
  const isDivisible = query.jobType === undefined && query.regionID === undefined;
  expect(filled?.booked).toBe(isDivisible ? counted.hours : undefined);
  if (Object.values(filters).some((filter) => filter !== undefined)) return;
  const customers = await app.call(calls.readCustomerStatistics, { query: days }, office);
  expect(customers.body).toEqual(recountCustomers(history, asked));
  const hours = await app.call(calls.readHoursOwed, { query: days }, office);
  const sorted = hours.body.tiers.map((tier) => ({
    ...tier,
    changes: tier.changes.toSorted((a, b) => a.kind.localeCompare(b.kind)),
  }));
  const recount = recountHoursOwed(history, asked);
  expect({ ...hours.body, tiers: sorted }).toEqual({
    ...recount,
    tiers: recount.tiers.map((tier) => ({
      ...tier,
      changes: tier.changes.toSorted((a, b) => a.kind.localeCompare(b.kind)),
    })),
  });
}
