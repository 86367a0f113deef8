import type { Call } from '../client.ts';

/** One request, alone: what it may take. */
export interface RequestFigure {
  readonly name: string;
  /** Milliseconds, at the full size. */
  readonly goal: number;
  /** Whether an index can answer it, so that ten times the size may take 1.3 times as long at most. */
  readonly isIndexed: boolean;
  /** Its total is given again for a while (platform/server/lists/totals.ts): here each is counted anew. */
  readonly countsAnew?: boolean;
  /** It books or pays: there is no plan of it to show. */
  readonly changes?: boolean;
  /** What is asked, the first time, the second time and so on. */
  call(nth: number): Call;
}

export type Ask = (name: string, goal: number, path: string, isIndexed?: boolean) => RequestFigure;

/** Counted by an index, and yet long enough for its total to be given again. */
const MAY_BE_LONG = /stage=upcoming|sortby=startTime&order=asc/;

/** Figures of what one person reads. */
export function askingAs(token: string): Ask {
  return (name, goal, path, isIndexed = true) => {
    const call = { path: `/api${path}`, token };
    const countsAnew = (!isIndexed || MAY_BE_LONG.test(path)) && !path.includes('count=0');
    return { name, goal, isIndexed, countsAnew, call: () => call };
  };
}
