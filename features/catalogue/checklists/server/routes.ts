import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { handleRecord } from '#platform/server/http/handle-record.ts';
import { checklists, reorderChecklists } from '../contract.ts';
import { ITEM } from './item-record.ts';
import { listChecklists } from './list-checklists.ts';
import { reorderItems } from './reorder-items.ts';
import { createItem, updateItem } from './save-item.ts';

export function routes(api: Api): void {
  handleRecord(api, checklists, {
    list: listChecklists,
    get: ITEM.get,
    create: createItem,
    update: updateItem,
    trash: ITEM.trash,
    untrash: ITEM.untrash,
  });
  handle(api, reorderChecklists, ({ ctx, body }) => reorderItems(ctx, body.ids));
}
