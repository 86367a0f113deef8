import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import type { Refusal } from '#platform/kernel/refusal.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { ChecklistReply } from '../contract.ts';
import { COLUMNS, ITEM } from './item-record.ts';
import { lockItemOrder } from './reorder-items.ts';

export interface ItemFields {
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
      job_types: [...(fields.jobTypes ?? [])],
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
