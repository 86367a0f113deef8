import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';
import type { Callable } from '../api/callable.ts';
import { keyOf } from '../api/queries.ts';
import { useToast } from '../design/parts/toast.tsx';
import type { RowAction } from './row-menu.tsx';

/** A call whose body is `{ ids }`: the named records trade their places until they stand in this order. */
export type ReorderCall = Callable;

interface Movable<Item> {
  readonly reorder?: ReorderCall;
  nameOf(item: Item): string;
  /** Reads that show the order. */
  readonly refresh: readonly Callable[];
}

/** Moves a row past its neighbour. Only the two are named, so what a colleague moves meanwhile stays moved. */
export function useMoves<Item extends { readonly id: string }>(of: Movable<Item>) {
  const toast = useToast();
  const client = useQueryClient();
  const { reorder } = of;

  return (item: Item, rows: readonly Item[]): readonly RowAction[] => {
    if (reorder === undefined) return [];
    const put = async (ids: readonly string[], way: 'up' | 'down') => {
      try {
        await callApi<Callable>(reorder, { body: { ids } });
        await Promise.all(of.refresh.map((read) => client.invalidateQueries({ queryKey: keyOf(read) })));
        toast.show({ text: `${of.nameOf(item)} moved ${way}.` });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        toast.fail({
          icon: IconAlertTriangle,
          text: `${of.nameOf(item)} was not moved. ${error.message}`,
        });
      }
    };
    const at = rows.findIndex(({ id }) => id === item.id);
    const [above, below] = [rows[at - 1], rows[at + 1]];
    return [
      ...(above ? [{ label: 'Move up', run: () => put([item.id, above.id], 'up') }] : []),
      ...(below ? [{ label: 'Move down', run: () => put([below.id, item.id], 'down') }] : []),
    ];
  };
}
