import { type Selectable, type SqlBool, sql } from 'kysely';
import type { ChecklistItem } from '#database/generated.ts';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { columnsOf } from '#platform/server/columns.ts';
import type { Context } from '#platform/server/context.ts';
import { plainRecord } from '#platform/server/plain-record.ts';
import { marksOf } from '#platform/server/records.ts';
import type { ChecklistReply } from '../contract.ts';

export type ChecklistRow = Selectable<ChecklistItem>;

/** The items for a job of this kind, in order. */
export function itemsFor(ctx: Context, jobType: JobType): Promise<ChecklistRow[]> {
  return ctx.db
    .selectFrom('checklist_item')
    .selectAll()
    .where('trashed_at', 'is', null)
    .where(isForJobType(jobType))
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** An item without kinds of jobs is for all. */
export function isForJobType(jobType: JobType) {
  return sql<SqlBool>`(job_types = '{}' or ${jobType} = any(job_types))`;
}

export const COLUMNS = columnsOf('english', 'chinese', 'category', 'position', 'jobTypes');

export function toItemReply(row: ChecklistRow): ChecklistReply {
  return { id: row.id, ...COLUMNS.toWire(row), jobTypes: row.job_types as JobType[], ...marksOf(row) };
}

/** Reading, changing and trashing an item. Paid jobs keep their frozen list. */
export const ITEM = plainRecord({ table: 'checklist_item', toItem: toItemReply });
