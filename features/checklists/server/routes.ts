import type { Checked } from '#platform/contract/call.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { matchesWords, onTrashSide } from '#platform/server/lists/filters.ts';
import { listOf } from '#platform/server/lists/streamed-list.ts';
import { moveToTrash, takeFromTrash } from '#platform/server/records.ts';
import * as calls from '../contract.ts';
import { createItem, reorderItems, updateItem } from './save-item.ts';
import { type ChecklistRow, findItem, isForJobType, itemOnTheWire } from './store.ts';

export function routes(api: Api): void {
  handle(api, calls.listChecklists, ({ ctx, query }) => itemList(ctx, query));
  handle(api, calls.reorderChecklists, async ({ ctx, body }) => {
    const items = await reorderItems(ctx, body.ids);
    return isRefusal(items) ? items : { items: items.map(itemOnTheWire) };
  });
  handle(api, calls.readChecklist, async ({ ctx, params }) => {
    const row = await findItem(ctx, params.id);
    const hidden = row === null || (row.trashed_at !== null && ctx.actor.role !== 'admin');
    return hidden ? refuse('not_found') : itemOnTheWire(row);
  });
  handle(api, calls.createChecklist, async ({ ctx, body }) => wire(await createItem(ctx, body)));
  handle(api, calls.updateChecklist, async ({ ctx, params, body }) =>
    wire(await updateItem(ctx, params.id, body)),
  );
  handle(api, calls.trashChecklist, async ({ ctx, params }) => {
    const trashed = await moveToTrash(ctx, record(params.id));
    return wire(trashed);
  });
  handle(api, calls.untrashChecklist, async ({ ctx, params }) => {
    const restored = await takeFromTrash(ctx, record(params.id));
    return wire(restored);
  });
}

function itemList(ctx: Context, query: Checked<typeof calls.listChecklists>['query']) {
  let rows = ctx.db
    .selectFrom('checklist_item')
    .selectAll()
    .where(onTrashSide(ctx, query, 'trashed_at'))
    .where(matchesWords(query.q, ['english', 'chinese', 'category']));
  if (query.category !== undefined) rows = rows.where('category', '=', query.category);
  if (query.jobType !== undefined) rows = rows.where(isForJobType(query.jobType));
  return listOf(query, {
    name: 'checklists',
    rows,
    sort: {
      position: ['position'],
      category: ['category', 'position'],
      english: ['english'],
      createdAt: ['created_at'],
    },
    tieBreak: 'id',
    toItem: itemOnTheWire,
    csv: [
      { heading: 'Position', value: (item) => item.position },
      { heading: 'Category', value: (item) => item.category },
      { heading: 'English', value: (item) => item.english },
      { heading: 'Chinese', value: (item) => item.chinese },
      { heading: 'Jobs', value: (item) => item.jobTypes.join(', ') || 'all' },
      { heading: 'In the trash', value: (item) => item.trash },
    ],
  });
}

function record(id: string) {
  return {
    table: 'checklist_item',
    id,
    read: (tx: Context) =>
      tx.db.selectFrom('checklist_item').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  } as const;
}

function wire<R extends Refusal>(outcome: ChecklistRow | R) {
  return isRefusal(outcome) ? outcome : itemOnTheWire(outcome);
}
