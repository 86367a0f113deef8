import { useEffect, useState } from 'react';

/** How long a changed row is highlighted, ms. */
const HIGHLIGHT_MS = 2000;
const NONE: ReadonlySet<string> = new Set();

interface Row {
  readonly id: string;
}

/**
 * The ids of rows that are new or different since this page of the list was last read, for 2 s.
 *
 * @param page identifies the page and its filters; null while the rows are still those of another page
 */
export function useChangedRows(items: readonly Row[], page: string | null): ReadonlySet<string> {
  const [before, setBefore] = useState({ items, page });
  const [changed, setChanged] = useState(NONE);
  if (page !== null && (before.items !== items || before.page !== page)) {
    setBefore({ items, page });
    setChanged(before.page === page ? changedSince(before.items, items) : NONE);
  }
  useEffect(() => {
    if (changed.size === 0) return;
    const timer = setTimeout(() => setChanged(NONE), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [changed]);
  return changed;
}

function changedSince(before: readonly Row[], now: readonly Row[]): ReadonlySet<string> {
  const known = new Map(before.map((row) => [row.id, JSON.stringify(row)]));
  return new Set(now.filter((row) => known.get(row.id) !== JSON.stringify(row)).map(({ id }) => id));
}
