import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { movementKind } from '#features/money/credits/contract.ts';
import { METHODS, TRANSACTION_TYPES } from '#features/money/payments/rules/transaction.ts';
import { JOB_SOURCES } from '#features/work/jobs/rules/source.ts';
import { defineCall } from '#platform/contract/call.ts';
import { id, statisticsQuery } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { GROUPINGS } from './rules/periods.ts';
import { seeOwnerStatistics } from './rules/policy.ts';

/** Days are business days, inclusive; amounts are cents, GST included; hours are those of one cleaner. */
const query = statisticsQuery.extend({
  by: z.enum(GROUPINGS, { error: 'Choose day, week or month.' }).default('day'),
});

/** Only the visits of a service, of homes in a region, or of a cleaner. */
const visitQuery = query.extend({
  jobType: jobType.optional(),
  regionID: id.optional(),
  cleanerID: id.optional(),
});

const range = { from_date: z.string(), to_date: z.string() };
/** A day, week or month: its days within the range. */
const period = z.strictObject(range);
const count = z.int();
/** Cents; a net amount may be negative. */
const amount = z.int();
const hours = z.number();

/** `value`: cents, at the price of the tier. */
const hoursAmount = z.strictObject({ hours, value: amount });

const sums = { count, total: amount };

export const readMoneyStatistics = defineCall({
  method: 'GET',
  path: '/statistics/money',
  ...openTo(seeOwnerStatistics),
  summary:
    'Money earned by visits, money taken, and what is owed in both directions at the end of the range; filters apply to what visits earned and what was kept',
  query: visitQuery,
  reply: z.strictObject({
    ...range,
    by: z.enum(GROUPINGS),
    /** Visits done, by the day of the visit: `money` agreed and `hoursValue` of the hours of credit used. */
    earned: z.strictObject({ visits: count, hours, money: amount, hoursValue: amount, total: amount }),
    earnedByService: z.array(z.strictObject({ jobType, visits: count, hours, total: amount })),
    /** What was kept of cancelled visits, by the day of the visit: fees, and forfeited hours at their value. */
    kept: z.strictObject(sums),
    /** By the day of the transaction, without payments with hours. `net` = `payments` − `refunds`. */
    taken: z.strictObject({ count, payments: amount, refunds: amount, net: amount }),
    /** GST in `net`, rounded for each receipt; null if the business is not registered for GST. */
    gst: z.strictObject({ percent: z.int(), total: amount }).nullable(),
    takenByMethod: z.array(
      z.strictObject({ method: z.enum(METHODS), count, payments: amount, refunds: amount, net: amount }),
    ),
    takenByType: z.array(z.strictObject({ type: z.enum(TRANSACTION_TYPES), ...sums })),
    rows: z.array(
      period.extend({ visits: count, earned: amount, payments: amount, refunds: amount, net: amount }),
    ),
    /** At the end of the last day, or now if that is earlier. */
    owedToUs: z.strictObject({
      /** Visits done that were not paid by then. */
      visits: z.strictObject(sums),
    }),
    owedByUs: z.strictObject({
      /** Customers' hours, those reserved for unpaid visits, and those in gifts that nobody has claimed. */
      hours: hoursAmount,
      /** Money received that is for nothing we know. */
      unallocated: amount,
      /** Refunds that wait for a dispute or for the office. */
      refundsDue: z.strictObject(sums),
      total: amount,
    }),
  }),
});

export const readVisitStatistics = defineCall({
  method: 'GET',
  path: '/statistics/visits',
  ...openTo(seeOwnerStatistics),
  summary: 'Visits by service, source, weekday and hour; filled hours, punctuality and same cleaners',
  query: visitQuery,
  reply: z.strictObject({
    ...range,
    by: z.enum(GROUPINGS),
    /** Visits that go ahead, the part of them that is done, and their hours. */
    visits: count,
    done: count,
    hours,
    /** Cancelled visits by the day on which they would have been. */
    cancelled: z.strictObject({ byCustomer: count, byCompany: count, within24Hours: count }),
    byService: z.array(z.strictObject({ jobType, visits: count, hours })),
    bySource: z.array(z.strictObject({ source: z.enum(JOB_SOURCES), visits: count, hours })),
    /** Visits by ISO weekday (1 is Monday) and the hour in which they begin; only those with visits. */
    byHour: z.array(z.strictObject({ weekday: z.int(), hour: z.int(), visits: count })),
    /**
     * `booked` hours of visits that go ahead, of those that cleaners are `available`. Null with a service or region:
     * cleaners are not available for one of them only.
     */
    filled: z.strictObject({ booked: hours, available: hours }).nullable(),
    /** Cleaners of visits done, by their clock-in. */
    arrivals: z.strictObject({ onTime: count, late: count, missing: count }),
    /** Cleanings again, free of charge, by the day and the crew of the first visit; `done` visits of each cleaner. */
    recleans: z.strictObject({
      visits: count,
      byCleaner: z.array(
        z.strictObject({ cleanerID: id, fullname: z.string(), done: count, recleans: count }),
      ),
    }),
    /** Visits done of customers who had one before, and those of them with a cleaner of the previous visit. */
    repeat: z.strictObject({ visits: count, sameCleaner: count }),
    rows: z.array(
      period.extend({
        visits: count,
        done: count,
        booked: hours,
        /** Null as in `filled`. */
        available: hours.nullable(),
        cancelled: count,
        onTime: count,
        late: count,
        repeat: count,
        sameCleaner: count,
      }),
    ),
  }),
});

export const readCustomerStatistics = defineCall({
  method: 'GET',
  path: '/statistics/customers',
  ...openTo(seeOwnerStatistics),
  summary: 'New, returning, active and lost customers, and cohorts by the month of the first visit',
  query,
  reply: z.strictObject({
    ...range,
    by: z.enum(GROUPINGS),
    /** Customers with a visit in the range; `new` ones had their first, `returning` ones had one before. */
    served: count,
    new: count,
    returning: count,
    /** Whose 45 days without a visit ended in the range, with none ahead. */
    lost: count,
    /** At the end of the range: a visit in the last 45 days, or one ahead. */
    active: count,
    rows: z.array(period.extend({ new: count, lost: count })),
    /** The last twelve months of first visits; `active[n]`: those with a visit n months later. */
    cohorts: z.array(z.strictObject({ month: z.string(), customers: count, active: z.array(count) })),
  }),
});

export const readHoursOwed = defineCall({
  method: 'GET',
  path: '/statistics/hours-owed',
  ...openTo(seeOwnerStatistics),
  summary: 'The hours that customers hold, from the start to the end of a range, compared with the ledger',
  query,
  reply: z.strictObject({
    ...range,
    by: z.enum(GROUPINGS),
    opening: hoursAmount,
    closing: hoursAmount,
    tiers: z.array(
      z.strictObject({
        /** Whole dollars an hour. */
        perHour: z.int(),
        opening: hoursAmount,
        changes: z.array(hoursAmount.extend({ kind: movementKind })),
        closing: hoursAmount,
        /** The balance of customers' accounts in the ledger at the end of the range, added up independently. */
        ledger: hoursAmount,
      }),
    ),
    /** Whether `closing` equals the ledger in each tier. */
    isReconciled: z.boolean(),
    /** Owed as well at the end of the range, but not in customers' balances. */
    reserved: hoursAmount,
    unclaimedGifts: hoursAmount,
    /** The balance at the end of each day, week or month, up to today. */
    rows: z.array(period.extend({ hours, value: amount })),
  }),
});
