import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { getItem } from './get-item.ts';
import { listChecklists } from './list-checklists.ts';
import { reorderItems } from './reorder-items.ts';
import { createItem, updateItem } from './save-item.ts';
import { trashItem, untrashItem } from './trash-item.ts';

export function routes(api: Api): void {
  handle(api, calls.listChecklists, ({ ctx, query }) => listChecklists(ctx, query));
  handle(api, calls.reorderChecklists, ({ ctx, body }) => reorderItems(ctx, body.ids));
  handle(api, calls.readChecklist, ({ ctx, params }) => getItem(ctx, params.id));
  handle(api, calls.createChecklist, ({ ctx, body }) => createItem(ctx, body));
  handle(api, calls.updateChecklist, ({ ctx, params, body }) => updateItem(ctx, params.id, body));
  handle(api, calls.trashChecklist, ({ ctx, params }) => trashItem(ctx, params.id));
  handle(api, calls.untrashChecklist, ({ ctx, params }) => untrashItem(ctx, params.id));
}
