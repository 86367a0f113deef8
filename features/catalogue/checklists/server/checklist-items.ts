import { type Selectable, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { ChecklistItem } from '#database/generated.ts';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { type Refusal, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import { columnsOf } from '#platform/server/columns.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { CsvColumn } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import { plainRecord } from '#platform/server/plain-record.ts';
import { marksOf } from '#platform/server/records.ts';
import type { ChecklistReply, checklists } from '../contract.ts';
import { reorder } from '../rules/reorder.ts';

export function listChecklists(ctx: Context, query: z.output<typeof checklists.list.query>): ListOutcome {
  let rows = ctx.db
    .selectFrom('checklist_item')
    .selectAll()
    .where(matchesTrashFilter(ctx, query, 'trashedAt'))
    .where(matchesWords(query.q, ['english', 'chinese', 'category']));
  if (query.category !== undefined) rows = rows.where('category', '=', query.category);
  if (query.jobType !== undefined) rows = rows.where(isForJobType(query.jobType));
  return listOf(ctx, query, {
    name: 'checklists',
    rows,
    sort: {
      position: ['position'],
      category: ['category', 'position'],
      english: ['english'],
      chinese: ['chinese'],
      jobTypes: [sql`array_to_string(job_types, ', ')`, 'position'],
      createdAt: ['createdAt'],
    },
    key: 'id',
    toItem: toItemReply,
    csv: CSV,
  });
}

const CSV: readonly CsvColumn<ChecklistReply>[] = [
  { heading: 'Position', value: (item) => item.position },
  { heading: 'Category', value: (item) => item.category },
  { heading: 'English', value: (item) => item.english },
  { heading: 'Chinese', value: (item) => item.chinese },
  { heading: 'Jobs', value: (item) => item.jobTypes.join(', ') || 'all' },
  { heading: 'In the trash', value: (item) => item.trash },
];

export type ChecklistRow = Selectable<ChecklistItem>;

/** The items for a job of this kind, in order. */
export function itemsFor(ctx: Context, jobType: JobType): Promise<ChecklistRow[]> {
  return ctx.db
    .selectFrom('checklist_item')
    .selectAll()
    .where('trashedAt', 'is', null)
    .where(isForJobType(jobType))
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** An item without kinds of jobs is for all. */
function isForJobType(jobType: JobType) {
  return sql<SqlBool>`(job_types = '{}' or ${jobType} = any(job_types))`;
}

const COLUMNS = columnsOf('english', 'chinese', 'category', 'position', 'jobTypes');

function toItemReply(row: ChecklistRow): ChecklistReply {
  return { id: row.id, ...COLUMNS.toWire(row), jobTypes: row.jobTypes as JobType[], ...marksOf(row) };
}

/** Reading, changing and trashing an item. Paid jobs keep their frozen list. */
export const ITEM = plainRecord({ table: 'checklist_item', toItem: toItemReply });

interface ItemFields {
  readonly english?: string | undefined;
  readonly chinese?: string | undefined;
  readonly category?: string | undefined;
  readonly position?: number | undefined;
  readonly jobTypes?: readonly JobType[] | undefined;
}

/** The default heading. */
const USUAL_CATEGORY = 'General';

/** Adds an item at the given position, by default at the end. */
export function createItem(
  ctx: ContextOf<'admin'>,
  fields: ItemFields & { readonly english: string },
): Promise<ChecklistReply | Refusal<'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await lockItemOrder(tx);
    return ITEM.insert(tx, {
      english: fields.english,
      chinese: fields.chinese ?? '',
      category: fields.category || USUAL_CATEGORY,
      position: fields.position ?? (await nextPosition(tx)),
      jobTypes: [...(fields.jobTypes ?? [])],
    });
  });
}

/** Changes an item. Paid jobs keep their frozen list. */
export function updateItem(ctx: ContextOf<'admin'>, id: string, fields: ItemFields) {
  const { category } = fields;
  const headed = category === undefined ? fields : { ...fields, category: category || USUAL_CATEGORY };
  return ITEM.update(ctx, id, () => COLUMNS.toRow(headed));
}

async function nextPosition(tx: Tx): Promise<number> {
  const { last } = await tx.db
    .selectFrom('checklist_item')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

/** Reorders the named items and renumbers all items from 1. */
export function reorderItems(
  ctx: ContextOf<'admin'>,
  ids: readonly string[],
): Promise<{ items: ChecklistReply[] } | Refusal<'invalid' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await lockItemOrder(tx);
    const before = (await inOrder(tx)).map((row) => row.id);
    const unknown = ids.some((id) => !before.includes(id));
    if (unknown || new Set(ids).size !== ids.length) {
      return refuseField('ids', 'List each item once, and none from the trash.');
    }
    const sorted = reorder(before, ids);
    await number(tx, sorted);
    await audit(tx, {
      action: 'checklist_item.reordered',
      subject: { kind: 'checklist_item', id: null },
      before: { ids: before },
      after: { ids: sorted },
    });
    return { items: (await inOrder(tx)).map(toItemReply) };
  });
}

/**
 * Serialises appending and sorting, which would otherwise assign the same positions. Not a table lock: a transaction
 * that changes an item locks its row before the table, so that two of them could deadlock.
 */
async function lockItemOrder(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('checklist order', 0))`.execute(tx.db);
}

function inOrder(tx: Tx): Promise<ChecklistRow[]> {
  return tx.db
    .selectFrom('checklist_item')
    .selectAll()
    .where('trashedAt', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

async function number(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update checklist_item set position = sorted.nth, updated_at = ${tx.clock.now().toString()}
    from unnest(${[...ids]}::uuid[]) with ordinality as sorted (id, nth)
    where checklist_item.id = sorted.id and position <> sorted.nth`.execute(tx.db);
}
