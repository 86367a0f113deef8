import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';
import type { Callable } from '../api/callable.ts';
import { keyOf } from '../api/queries.ts';
import { useToast } from '../design/parts/toast.tsx';
import { t } from '../i18n/office.ts';
import type { RowAction } from './row-menu.tsx';

/** A route with the body `{ ids }`: the named records take each other's positions, in this order. */
export type ReorderCall = Callable;

interface Movable<Item> {
  readonly reorder?: ReorderCall;
  /** The route puts ids that are not named last, so all rows are named, not only those that move. */
  readonly reordersAll?: boolean | undefined;
  nameOf(item: Item): string;
  /** Reads that show the order. */
  readonly refresh: readonly Callable[];
}

/**
 * Moves rows of a list with a manual order. Only those between the old and the new position are named, so a colleague's
 * concurrent moves elsewhere are kept.
 */
export function useMoves<Item extends { readonly id: string }>(props: Movable<Item>) {
  const { reorder, reordersAll = false, nameOf, refresh } = props;
  const toast = useToast();
  const client = useQueryClient();

  const move = async (rows: readonly Item[], from: number, to: number): Promise<void> => {
    const item = rows[from];
    if (reorder === undefined || item === undefined || from === to) return;
    const next = [...rows];
    next.splice(to, 0, ...next.splice(from, 1));
    const named = reordersAll ? next : next.slice(Math.min(from, to), Math.max(from, to) + 1);
    try {
      await callApi<Callable>(reorder, { body: { ids: named.map(({ id }) => id) } });
      await Promise.all(refresh.map((read) => client.invalidateQueries({ queryKey: keyOf(read) })));
      toast.show({
        text:
          to < from
            ? t('{{name}} moved up.', { name: nameOf(item) })
            : t('{{name}} moved down.', { name: nameOf(item) }),
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast.fail({
        icon: IconAlertTriangle,
        text: t('{{name}} was not moved. {{message}}', { name: nameOf(item), message: error.message }),
      });
    }
  };

  return {
    /** Moves a row past its neighbour, from the row's menu. */
    actionsOf: (item: Item, rows: readonly Item[]): readonly RowAction[] => {
      if (reorder === undefined) return [];
      const at = rows.findIndex(({ id }) => id === item.id);
      return [
        ...(at > 0 ? [{ label: t('Move up'), run: () => move(rows, at, at - 1) }] : []),
        ...(at < rows.length - 1 ? [{ label: t('Move down'), run: () => move(rows, at, at + 1) }] : []),
      ];
    },
    /** Moves a row to any position on the page, by dragging. */
    move,
  };
}
