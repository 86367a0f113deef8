import { type Selectable, type SqlBool, sql } from 'kysely';
import type { ChecklistItem } from '#database/generated.ts';
import type { JobType } from '#features/packages/rules/package.ts';
import { columnsOf } from '#platform/server/columns.ts';
import type { Context } from '#platform/server/context.ts';
import { marksOf } from '#platform/server/records.ts';
import type { ChecklistReply } from '../contract.ts';

export type ChecklistRow = Selectable<ChecklistItem>;

/** The items that a job of this kind gets, in their order. */
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

/** An item that names no kinds of jobs is for all. */
export function isForJobType(jobType: JobType) {
  return sql<SqlBool>`(job_types = '{}' or ${jobType} = any(job_types))`;
}

/** An item, in the trash or not. */
export async function findItem(ctx: Context, id: string): Promise<ChecklistRow | null> {
  const row = await ctx.db.selectFrom('checklist_item').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** An item as it is replied, where it is known to be there. */
export async function readItem(ctx: Context, id: string): Promise<ChecklistReply> {
  const row = await findItem(ctx, id);
  if (row === null) throw new Error(`Checklist item ${id} has gone.`);
  return toItemReply(row);
}

export const ITEM = columnsOf('english', 'chinese', 'category', 'position', 'jobTypes');

export function toItemReply(row: ChecklistRow): ChecklistReply {
  return { id: row.id, ...ITEM.toWire(row), jobTypes: row.job_types as JobType[], ...marksOf(row) };
}
