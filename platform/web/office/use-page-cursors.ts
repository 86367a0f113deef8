import { useState } from 'react';
import type { ListState, listQueryOf } from './list-state.ts';

/**
 * The cursors of the pages seen so far. A page is read from after the last row of the previous page, so that rows added
 * or removed meanwhile do not shift; a page reached directly is read by its number.
 */
export function usePageCursors(state: ListState) {
  const [cursors] = useState(() => new Map<string, string>());
  const keyOf = (page: number) => JSON.stringify({ ...state, columns: null, page });
  return {
    /** The query of the page that `state` is on. */
    follow(query: ReturnType<typeof listQueryOf>) {
      const after = cursors.get(keyOf(state.page));
      return after === undefined ? query : { ...query, from: 0, after };
    },
    /** Stores this page's cursor to the next one. */
    note(next: string | null | undefined) {
      if (next) cursors.set(keyOf(state.page + 1), next);
    },
  };
}
