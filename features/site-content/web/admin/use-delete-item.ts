import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { keyOf } from '#platform/web/api/queries.ts';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import type { ItemKind } from '../../contract/items.ts';
import { readSite } from '../../contract/site.ts';
import { itemCallsOf } from './model/calls-of.ts';
import type { Values } from './model/field-spec.ts';
import { ITEM_SPECS } from './model/item-specs.ts';
import { toContent, toForm } from './model/paired.ts';

/** Deletes an entry outright. Undo writes it anew, in its old place. */
export function useDeleteItem(kind: ItemKind) {
  const toast = useToast();
  const client = useQueryClient();
  const calls = itemCallsOf(kind);
  const { fields } = ITEM_SPECS[kind];
  const refresh = async () => {
    void client.invalidateQueries({ queryKey: keyOf(readSite) });
    await client.invalidateQueries({ queryKey: keyOf(calls.list) });
  };
  const attempt = async (work: () => Promise<void>, failed: string) => {
    try {
      await work();
      await refresh();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast.fail({ icon: IconAlertTriangle, text: `${failed} ${error.message}` });
    }
  };
  const writeAnew = async (item: Values, followers: readonly string[]) => {
    const content = toContent(fields, toForm(fields, item));
    const { id } = await callApi(calls.add, { body: content as never });
    const { items } = await callApi(calls.list, { query: { size: 200 } });
    const present = followers.filter((follower) => items.some((each) => each.id === follower));
    if (present.length === 0) return; // it was the last one
    const before = items.filter((each) => each.id !== id && !present.includes(each.id));
    const ids = [...before.map((each) => each.id), id, ...present];
    await callApi(calls.reorder, { body: { ids } });
  };
  return async (item: Values & { readonly id: string }, name: string): Promise<void> => {
    await attempt(async () => {
      const { items } = await callApi(calls.list, { query: { size: 200 } });
      const place = items.findIndex(({ id }) => id === item.id);
      const followers = items.slice(place + 1).map(({ id }) => id);
      await callApi(calls.remove, { params: { id: item.id } });
      toast.show({
        text: `${name} was deleted.`,
        undo: () => void attempt(() => writeAnew(item, followers), `${name} is still deleted.`),
      });
    }, `${name} was not deleted.`);
  };
}
