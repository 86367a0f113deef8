import { type Selectable, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { ChecklistItem } from '#database/generated.ts';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { type Refusal, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { csvOf, IN_TRASH } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import { plainRecord } from '#platform/server/plain-record.ts';
import { type ChecklistReply, checklistFields, type checklists } from '../contract.ts';
import { reorder } from '../rules/reorder.ts';

export function listChecklists(ctx: Context, query: z.output<typeof checklists.list.query>): ListOutcome {
  let rows = ctx.db
    .selectFrom('checklist_item')
    .selectAll()
    .where(matchesTrashFilter(ctx, query, 'trashedAt'))
    .where(matchesWords(query.q, checklistFields.searched));
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
    toItem: ITEM.toItem,
    csv: CSV,
  });
}

const CSV = [
  ...csvOf(checklistFields, { jobTypes: ({ jobTypes }) => jobTypes.join(', ') || 'all' }),
  IN_TRASH,
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

/** Reading, changing and trashing an item. Paid jobs keep their frozen list. */
export const ITEM = plainRecord({ table: 'checklist_item', fields: checklistFields });

/** The default heading. */
const USUAL_CATEGORY = 'General';

/** Adds an item at the given position, by default at the end. */
export function createItem(
  ctx: ContextOf<'admin'>,
  draft: z.output<typeof checklists.create.body>,
): Promise<ChecklistReply | Refusal<'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await lockItemOrder(tx);
    const position = draft.position ?? (await nextPosition(tx));
    return ITEM.insert(tx, { ...draft, category: draft.category || USUAL_CATEGORY, position });
  });
}

/** Changes an item. Paid jobs keep their frozen list. */
export function updateItem(
  ctx: ContextOf<'admin'>,
  id: string,
  change: z.output<typeof checklists.update.body>,
) {
  const category = change.category === '' ? USUAL_CATEGORY : change.category;
  return ITEM.update(ctx, id, () => ({ ...change, category }));
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
    return { items: (await inOrder(tx)).map(ITEM.toItem) };
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
