import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { WaitingEntry } from '../contract.ts';
import type { DayPart, EntryState } from '../rules/offer.ts';

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
