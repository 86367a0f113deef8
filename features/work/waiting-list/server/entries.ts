import type { z } from 'zod';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { CUSTOMER_BY_NAME, customerOf } from '#features/people/customers/server/index.ts';
import { dayOf, wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { ownIDFor } from '#platform/kernel/policy.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { type CsvColumn, csvMobile, csvTime } from '#platform/server/lists/csv.ts';
import { matchesWordsOrOwner } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { listWaitingList as call, WaitingEntry } from '../contract.ts';
import { type DayPart, type EntryState, LIVE_STATES } from '../rules/offer.ts';
import { seeWaitingList } from '../rules/policy.ts';

const SORT = {
  date: ['waiting_entry.day', 'waiting_entry.createdAt'],
  createdAt: ['waiting_entry.createdAt'],
  customer: [...CUSTOMER_BY_NAME, 'waiting_entry.createdAt'],
  state: ['waiting_entry.state', 'waiting_entry.day', 'waiting_entry.createdAt'],
} as const;

/** By day, first come first: the order in which times are offered. */
export function listEntries(ctx: Context, query: z.output<typeof call.query>): ListOutcome {
  return listOf(ctx, query, {
    name: 'waiting-list',
    rows: entryRows(ctx),
    found: filtered(ctx, query),
    key: 'waiting_entry.id',
    sort: SORT,
    sortJoins: {
      customer: (found) => found.innerJoin('customer', 'customer.id', 'waiting_entry.customerID'),
    },
    toItem: toEntry,
    csv: CSV,
  });
}

function filtered(ctx: Context, query: z.output<typeof call.query>) {
  const { date, from_date: from = date, to_date: to = date, state, jobID } = query;
  const customerID = ownIDFor(ctx.actor, seeWaitingList) ?? query.customerID;
  let found = ctx.db
    .selectFrom('waiting_entry')
    .where(
      matchesWordsOrOwner(query.q, ['waiting_entry.specialRequests'], customerOf('waiting_entry.customerID')),
    );
  if (state === 'live') found = found.where('waiting_entry.state', 'in', [...LIVE_STATES]);
  else if (state !== undefined) found = found.where('waiting_entry.state', '=', state);
  if (from !== undefined) found = found.where('waiting_entry.day', '>=', from);
  if (to !== undefined) found = found.where('waiting_entry.day', '<=', to);
  if (customerID !== undefined) found = found.where('waiting_entry.customerID', '=', customerID);
  if (jobID !== undefined) found = found.where('waiting_entry.jobID', '=', jobID);
  return found;
}

const CSV: readonly CsvColumn<WaitingEntry>[] = [
  { heading: 'Day', value: (item) => item.date },
  { heading: 'Part of the day', value: (item) => item.part },
  { heading: 'Customer', value: (item) => item.customer.fullname },
  { heading: 'Mobile', value: (item) => csvMobile(item.customer.mobile) },
  { heading: 'Package', value: (item) => item.package.label },
  { heading: 'Hours', value: (item) => item.hours },
  { heading: 'Cleaners', value: (item) => item.numCleaners },
  { heading: 'Home', value: (item) => item.address },
  { heading: 'State', value: (item) => item.state },
  { heading: 'Since', value: (item) => csvTime(item.createdAt) },
];

/** Columns whose generated types are too wide. */
interface EntryColumns {
  readonly part: DayPart;
  readonly state: EntryState;
}

/** Entries with their customer, home, package and cleaner. */
export function entryRows({ db }: Context) {
  return db
    .selectFrom('waiting_entry')
    .innerJoin('customer', 'customer.id', 'waiting_entry.customerID')
    .innerJoin('customer_address', 'customer_address.id', 'waiting_entry.addressID')
    .innerJoin('package', 'package.id', 'waiting_entry.packageID')
    .leftJoin('cleaner', 'cleaner.id', 'waiting_entry.cleanerID')
    .selectAll('waiting_entry')
    .$narrowType<EntryColumns>()
    .select([
      'customer.firstname',
      'customer.lastname',
      'customer.displayName',
      'customer.mobile',
      'customer_address.addressLine1',
      'customer_address.addressLine2',
      'customer_address.postal',
      'package.label as packageLabel',
      'package.type as jobType',
      'package.hoursPerCleaner',
      'package.numCleaners as packageNumCleaners',
      'cleaner.firstname as cleanerFirstname',
    ]);
}

export type EntryRow = Awaited<ReturnType<ReturnType<typeof entryRows>['executeTakeFirstOrThrow']>>;

export function findEntry(ctx: Context, id: string): Promise<EntryRow | undefined> {
  return entryRows(ctx).where('waiting_entry.id', '=', id).executeTakeFirst();
}

export function toEntry(row: EntryRow): WaitingEntry {
  const lines = [row.addressLine1, row.addressLine2].filter((line) => line !== '');
  return {
    id: row.id,
    customer: { id: row.customerID, fullname: fullnameOf(row), mobile: row.mobile },
    package: { id: row.packageID, label: row.packageLabel, jobType: row.jobType as JobType },
    addressID: row.addressID,
    address: [...lines, `Singapore ${row.postal}`].join(', '),
    date: row.day,
    part: row.part,
    hours: row.hours ?? row.hoursPerCleaner,
    numCleaners: row.numCleaners ?? row.packageNumCleaners,
    cleaner: row.cleanerID === null ? null : { id: row.cleanerID, firstname: row.cleanerFirstname ?? '' },
    state: row.state,
    jobID: row.jobID,
    createdAt: wireTime(row.createdAt),
    changedAt: wireTime(row.changedAt),
    trash: 0,
  };
}

/**
 * Changes the state of an entry that is in the given state.
 * @returns false if it is in another one by now.
 */
export async function changeState(
  tx: Tx,
  id: string,
  change: { readonly from: EntryState; readonly to: EntryState; readonly jobID?: string },
): Promise<boolean> {
  const changed = await tx.db
    .updateTable('waiting_entry')
    .set({
      state: change.to,
      changedAt: tx.clock.now().toString(),
      ...(change.jobID !== undefined && { jobID: change.jobID }),
    })
    .where('id', '=', id)
    .where('state', '=', change.from)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

/** The job's page and the list show where a booking came from for this long. */
const RETENTION = Temporal.Duration.from({ years: 1 });

/** Cron job. */
export async function purgeEntries({ db, clock, config }: Context): Promise<void> {
  const limit = dayOf(clock.now(), config.BUSINESS_TZ).subtract(RETENTION).toString();
  await db.deleteFrom('waiting_entry').where('day', '<', limit).execute();
}
