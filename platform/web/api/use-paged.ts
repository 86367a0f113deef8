import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { ApiError } from './api-error.ts';

/** A page in the format of every list route. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly from: number;
  readonly total?: number | undefined;
}

export type Paged<Item> = UseInfiniteQueryResult<readonly Item[], ApiError>;

interface Options<Item> {
  /** Starts with `keyOf(call)`, so that a mutation that names the route refreshes all pages. */
  readonly key: readonly unknown[];
  /** Reads the page that starts at `from`. */
  readonly read: (from: number, signal: AbortSignal) => Promise<Page<Item>>;
  readonly enabled?: boolean;
  /** True while an item in the list is in progress: the list is then refetched every few seconds. */
  readonly isMoving?: (items: readonly Item[]) => boolean;
}

const FOLLOW_MS = 5000;

/** A list with a button to load more. */
export function usePaged<Item>({ key, read, enabled = true, isMoving = never }: Options<Item>): Paged<Item> {
  return useInfiniteQuery<Page<Item>, ApiError, readonly Item[], readonly unknown[], number>({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    enabled,
    refetchInterval: ({ state }) => {
      const items = state.data?.pages.flatMap((page) => page.items) ?? [];
      return isMoving(items) ? FOLLOW_MS : false;
    },
    initialPageParam: 0,
    getNextPageParam: ({ from, items, total = 0 }) =>
      items.length > 0 && from + items.length < total ? from + items.length : undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });
}

const never = () => false;
