import { useAct } from '#platform/web/api/queries.ts';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { listChanges } from '../../contract/changes.ts';
import type { ItemKind } from '../../contract/items.ts';
import { readSite } from '../../contract/site.ts';
import { itemCallsOf } from './model/calls-of.ts';

/** Deletes an entry. Undo restores it at its former position. */
export function useDeleteItem(kind: ItemKind) {
  const toast = useToast();
  const calls = itemCallsOf(kind);
  const refresh = [calls.list, readSite, listChanges];
  const remove = useAct(calls.remove, { refresh });
  const restore = useAct(calls.restore, { refresh });
  return async ({ id }: { readonly id: string }, name: string): Promise<void> => {
    const params = { id };
    const undo = () =>
      restore
        .mutateAsync({ params, body: {} })
        .catch(({ message }: Error) => toast.fail({ text: `${name} was not restored. ${message}` }));
    await remove.mutateAsync({ params }).then(
      () => toast.show({ text: `${name} was deleted.`, undo: () => void undo() }),
      ({ message }: Error) => toast.fail({ text: `${name} was not deleted. ${message}` }),
    );
  };
}
