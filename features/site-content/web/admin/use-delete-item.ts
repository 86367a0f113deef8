import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { keyOf } from '#platform/web/api/queries.ts';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { listChanges } from '../../contract/changes.ts';
import type { ItemKind } from '../../contract/items.ts';
import { readSite } from '../../contract/site.ts';
import { itemCallsOf } from './model/calls-of.ts';

/** Takes an entry off the site. Undo brings it back into its place. */
export function useDeleteItem(kind: ItemKind) {
  const toast = useToast();
  const client = useQueryClient();
  const calls = itemCallsOf(kind);
  const refresh = async () => {
    void client.invalidateQueries({ queryKey: keyOf(readSite) });
    void client.invalidateQueries({ queryKey: keyOf(listChanges) });
    await client.invalidateQueries({ queryKey: keyOf(calls.list) });
  };
  const restore = async (id: string) => {
    await callApi(calls.restore, { params: { id }, body: {} });
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
  return async ({ id }: { readonly id: string }, name: string): Promise<void> => {
    await attempt(async () => {
      await callApi(calls.remove, { params: { id } });
      const undo = () => attempt(() => restore(id), `${name} is still deleted.`);
      toast.show({ text: `${name} was deleted.`, undo: () => void undo() });
    }, `${name} was not deleted.`);
  };
}
