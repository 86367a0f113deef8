import type { Services } from '../context.ts';

/** A list of fewer rows is counted each time, so that its total is exact at every moment. */
const LONG_LIST = 10_000;
/**
 * A long list's total is good for so many times as long as it took: counting never fills the database. For as long again it
 * is given while it is counted anew, so that somebody who looks all the time never waits for a count.
 */
export const GOOD_FOR = 20;
/** Long lists that are remembered, each with its filters. */
const MOST_REMEMBERED = 100;

interface Total {
  readonly rows: Promise<number>;
  /** By `performance.now()`; while it is being counted, without an end. */
  readonly goodUntil: number;
  /** Until when it is given to those who come while it is counted anew. */
  readonly givenUntil: number;
}

const remembered = new WeakMap<Services['composed'], Map<string, Total>>();

/**
 * How many rows a list has. A million take PostgreSQL a twentieth of a second, and somebody looks at the first page all the
 * time: the total of a long list is given again for a while.
 *
 * @param key tells the list with its filters from every other one of the process
 */
export function totalOf(
  process: Services['composed'],
  key: string,
  count: () => Promise<number>,
): Promise<number> {
  const totals = remembered.get(process) ?? new Map<string, Total>();
  remembered.set(process, totals);
  const known = totals.get(key);
  const began = performance.now();
  if (known !== undefined && began < known.goodUntil) return known.rows;
  const counted = count();
  counted.then(
    (total) => rememberTotal(process, key, { total, began }),
    () => totals.delete(key),
  );
  if (known === undefined) return counted;
  // Known to be long: it is counted once for all who come meanwhile.
  const rows = began < known.givenUntil ? known.rows : counted;
  totals.set(key, { rows, goodUntil: Number.POSITIVE_INFINITY, givenUntil: known.givenUntil });
  return rows;
}

/** Remembers the total of a long list that has been counted now. @param counted `began`: when, by `performance.now()` */
export function rememberTotal(
  process: Services['composed'],
  key: string,
  { total, began }: { readonly total: number; readonly began: number },
): void {
  const totals = remembered.get(process) ?? new Map<string, Total>();
  remembered.set(process, totals);
  totals.delete(key);
  if (total < LONG_LIST) return;
  const now = performance.now();
  const goodFor = (now - began) * GOOD_FOR;
  totals.set(key, { rows: Promise.resolve(total), goodUntil: now + goodFor, givenUntil: now + 2 * goodFor });
  forgetOldest(totals);
}

/** Whether the list was long when it was counted last. @param key as for `totalOf` */
export function wasLong(process: Services['composed'], key: string): boolean {
  return remembered.get(process)?.has(key) === true;
}

function forgetOldest(totals: Map<string, Total>): void {
  for (const key of totals.keys()) {
    if (totals.size <= MOST_REMEMBERED) return;
    totals.delete(key);
  }
}
