import type { z } from 'zod';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { CUSTOMER_BY_NAME, customerOf } from '#features/people/customers/server/index.ts';
import { dayOf, wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { ownIdFor } from '#platform/kernel/policy.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { type CsvColumn, csvMobile, csvTime } from '#platform/server/lists/csv.ts';
import { matchesWordsOrOwner } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { listWaitingList as call, WaitingEntry } from '../contract.ts';
import { type DayPart, type EntryState, LIVE_STATES } from '../rules/offer.ts';
import { seeWaitingList } from '../rules/policy.ts';

const SORT = {
  date: ['waiting_entry.day', 'waiting_entry.created_at'],
  createdAt: ['waiting_entry.created_at'],
  customer: [...CUSTOMER_BY_NAME, 'waiting_entry.created_at'],
  state: ['waiting_entry.state', 'waiting_entry.day', 'waiting_entry.created_at'],
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
      customer: (found) => found.innerJoin('customer', 'customer.id', 'waiting_entry.customer_id'),
    },
    toItem: toEntry,
    csv: CSV,
  });
}

function filtered(ctx: Context, query: z.output<typeof call.query>) {
  const { date, from_date: from = date, to_date: to = date, state, jobID } = query;
  const customerID = ownIdFor(ctx.actor, seeWaitingList) ?? query.customerID;
  let found = ctx.db
    .selectFrom('waiting_entry')
    .where(
      matchesWordsOrOwner(
        query.q,
        ['waiting_entry.special_requests'],
        customerOf('waiting_entry.customer_id'),
      ),
    );
  if (state === 'live') found = found.where('waiting_entry.state', 'in', [...LIVE_STATES]);
  else if (state !== undefined) found = found.where('waiting_entry.state', '=', state);
  if (from !== undefined) found = found.where('waiting_entry.day', '>=', from);
  if (to !== undefined) found = found.where('waiting_entry.day', '<=', to);
  if (customerID !== undefined) found = found.where('waiting_entry.customer_id', '=', customerID);
  if (jobID !== undefined) found = found.where('waiting_entry.job_id', '=', jobID);
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
    .innerJoin('customer', 'customer.id', 'waiting_entry.customer_id')
    .innerJoin('customer_address', 'customer_address.id', 'waiting_entry.address_id')
    .innerJoin('package', 'package.id', 'waiting_entry.package_id')
    .leftJoin('cleaner', 'cleaner.id', 'waiting_entry.cleaner_id')
    .selectAll('waiting_entry')
    .$narrowType<EntryColumns>()
    .select([
      'customer.firstname',
      'customer.lastname',
      'customer.display_name as displayName',
      'customer.mobile',
      'customer_address.address_line1',
      'customer_address.address_line2',
      'customer_address.postal',
      'package.label as package_label',
      'package.type as job_type',
      'package.hours_per_cleaner',
      'package.num_cleaners as package_num_cleaners',
      'cleaner.firstname as cleaner_firstname',
    ]);
}

export type EntryRow = Awaited<ReturnType<ReturnType<typeof entryRows>['executeTakeFirstOrThrow']>>;

export function findEntry(ctx: Context, id: string): Promise<EntryRow | undefined> {
  return entryRows(ctx).where('waiting_entry.id', '=', id).executeTakeFirst();
}

export function toEntry(row: EntryRow): WaitingEntry {
  const lines = [row.address_line1, row.address_line2].filter((line) => line !== '');
  return {
    id: row.id,
    customer: { id: row.customer_id, fullname: fullnameOf(row), mobile: row.mobile },
    package: { id: row.package_id, label: row.package_label, jobType: row.job_type as JobType },
    addressID: row.address_id,
    address: [...lines, `Singapore ${row.postal}`].join(', '),
    date: row.day,
    part: row.part,
    hours: row.hours ?? row.hours_per_cleaner,
    numCleaners: row.num_cleaners ?? row.package_num_cleaners,
    cleaner: row.cleaner_id === null ? null : { id: row.cleaner_id, firstname: row.cleaner_firstname ?? '' },
    state: row.state,
    jobID: row.job_id,
    createdAt: wireTime(row.created_at),
    changedAt: wireTime(row.changed_at),
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
  change: { readonly from: EntryState; readonly to: EntryState; readonly jobId?: string },
): Promise<boolean> {
  const changed = await tx.db
    .updateTable('waiting_entry')
    .set({
      state: change.to,
      changed_at: tx.clock.now().toString(),
      ...(change.jobId !== undefined && { job_id: change.jobId }),
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
