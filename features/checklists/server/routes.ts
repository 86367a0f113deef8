import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { handleRecord } from '#platform/server/http/handle-record.ts';
import { checklists, reorderChecklists } from '../contract.ts';
import { getItem } from './get-item.ts';
import { listChecklists } from './list-checklists.ts';
import { reorderItems } from './reorder-items.ts';
import { createItem, updateItem } from './save-item.ts';
import { trashItem, untrashItem } from './trash-item.ts';

export function routes(api: Api): void {
  handleRecord(api, checklists, {
    list: listChecklists,
    get: getItem,
    create: createItem,
    update: updateItem,
    trash: trashItem,
    untrash: untrashItem,
  });
  handle(api, reorderChecklists, ({ ctx, body }) => reorderItems(ctx, body.ids));
}
