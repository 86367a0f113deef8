import { useState } from 'react';
import type { ListState, listQueryOf } from './list-state.ts';

/**
 * The cursors of the pages that follow those seen so far. A page is read from behind the last row of the page before it,
 * so that rows that are added or removed meanwhile move none across; a page reached otherwise is read by its number.
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
    /** Keeps what leads on from this page. */
    note(next: string | null | undefined) {
      if (next) cursors.set(keyOf(state.page + 1), next);
    },
  };
}
