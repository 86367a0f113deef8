import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { handleRecord } from '#platform/server/http/handle-record.ts';
import { checklists, reorderChecklists } from '../contract.ts';
import { createItem, ITEM, listChecklists, reorderItems, updateItem } from './checklist-items.ts';

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
