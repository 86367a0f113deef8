import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { ApiError } from './api-error.ts';

/** A page of a list, as every list of the wire replies. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly from: number;
  readonly total?: number | undefined;
}

export type Paged<Item> = UseInfiniteQueryResult<readonly Item[], ApiError>;

interface Options<Item> {
  /** Begins with `keyOf(call)`, so that a change that names the call refreshes all pages. */
  readonly key: readonly unknown[];
  /** Reads the page that begins at `from`. */
  readonly read: (from: number, signal: AbortSignal) => Promise<Page<Item>>;
  readonly enabled?: boolean;
}

/** A list of which more comes by a press. */
export function usePaged<Item>({ key, read, enabled = true }: Options<Item>): Paged<Item> {
  return useInfiniteQuery<Page<Item>, ApiError, readonly Item[], readonly unknown[], number>({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    enabled,
    initialPageParam: 0,
    getNextPageParam: ({ from, items, total = 0 }) =>
      items.length > 0 && from + items.length < total ? from + items.length : undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });
}
