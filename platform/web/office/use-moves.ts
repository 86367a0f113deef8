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

/**
 * Moves rows of a list that people put into order. Only those between the old place and the new are named, so what a
 * colleague moves meanwhile stays moved.
 */
export function useMoves<Item extends { readonly id: string }>(of: Movable<Item>) {
  const toast = useToast();
  const client = useQueryClient();
  const { reorder } = of;

  const put = async (item: Item, ids: readonly string[], way: 'up' | 'down') => {
    if (reorder === undefined) return;
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

  return {
    /** Past its neighbour, from the row's menu. */
    actionsOf: (item: Item, rows: readonly Item[]): readonly RowAction[] => {
      if (reorder === undefined) return [];
      const at = rows.findIndex(({ id }) => id === item.id);
      const [above, below] = [rows[at - 1], rows[at + 1]];
      return [
        ...(above ? [{ label: 'Move up', run: () => put(item, [item.id, above.id], 'up') }] : []),
        ...(below ? [{ label: 'Move down', run: () => put(item, [below.id, item.id], 'down') }] : []),
      ];
    },
    /** To any place on the page, by dragging. */
    move: async (rows: readonly Item[], from: number, to: number): Promise<void> => {
      const item = rows[from];
      if (item === undefined || from === to) return;
      const next = [...rows];
      next.splice(to, 0, ...next.splice(from, 1));
      const between = next.slice(Math.min(from, to), Math.max(from, to) + 1);
      await put(
        item,
        between.map(({ id }) => id),
        to < from ? 'up' : 'down',
      );
    },
  };
}
