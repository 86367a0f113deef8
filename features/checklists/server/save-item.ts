import type { JobType } from '#features/packages/rules/package.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { auditChange } from '#platform/server/records.ts';
import type { ChecklistReply } from '../contract.ts';
import { ITEM, toItemReply } from './item-record.ts';
import { holdOrder } from './reorder-items.ts';

export interface ItemFields {
  readonly english?: string | undefined;
  readonly chinese?: string | undefined;
  readonly category?: string | undefined;
  readonly position?: number | undefined;
  readonly jobTypes?: readonly JobType[] | undefined;
}

/** The heading of an item that names none. */
const USUAL_CATEGORY = 'General';

/** Adds an item: at the place given, else at the end. */
export function createItem(
  ctx: ContextOf<'admin'>,
  fields: ItemFields & { readonly english: string },
): Promise<ChecklistReply | Refusal<'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await holdOrder(tx);
    const now = tx.clock.now().toString();
    const row = await tx.db
      .insertInto('checklist_item')
      .values({
        id: tx.newId(),
        english: fields.english,
        chinese: fields.chinese ?? '',
        category: fields.category || USUAL_CATEGORY,
        position: fields.position ?? (await nextPosition(tx)),
        job_types: [...(fields.jobTypes ?? [])],
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(tx, { action: 'checklist_item.created', subject: subjectOf(row.id), after: fields });
    return toItemReply(row);
  });
}

/** Changes an item. Jobs that were paid keep the list they have. */
export function updateItem(
  ctx: ContextOf<'admin'>,
  id: string,
  fields: ItemFields,
): Promise<ChecklistReply | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const before = await tx.db
      .selectFrom('checklist_item')
      .selectAll()
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (before === undefined) return refuse('not_found');
    const row = await tx.db
      .updateTable('checklist_item')
      .set({ ...ITEM.toRow(fields), updated_at: tx.clock.now().toString() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const { updatedAt: _, ...after } = toItemReply(row);
    await auditChange(tx, subjectOf(id), { ...toItemReply(before) }, after);
    return toItemReply(row);
  });
}

async function nextPosition(tx: Tx): Promise<number> {
  const { last } = await tx.db
    .selectFrom('checklist_item')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

function subjectOf(id: string) {
  return { kind: 'checklist_item', id };
}
