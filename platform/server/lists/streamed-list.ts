import { type Refusal, refuseField } from '../../kernel/refusal.ts';
import type { Context } from '../context.ts';
import { type CsvColumn, csvFileName } from './csv.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { countRows, type ListSource, type Order, orderOf, readPage } from './read-page.ts';

/** The checked query of every list route (platform/contract/schemas.ts, listQuery). */
export interface ListQueryInput {
  readonly from: number;
  readonly size: number;
  readonly sortby?: string | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly after?: string | undefined;
  /** Search words, for lists that can be searched. */
  readonly q?: string | undefined;
  readonly count: '0' | '1';
  readonly download: '0' | '1';
  readonly from_date?: string | undefined;
  readonly to_date?: string | undefined;
}

/** A list being sent to a client: rows are read page by page, however many there are. */
export interface StreamedList {
  readonly kind: 'streamed-list';
  readonly from: number;
  readonly size: number;
  readonly download: boolean;
  readonly csv: readonly CsvColumn<never>[] | undefined;
  readonly name: string;
  /** Name of the CSV file, without extension. */
  readonly fileName: string;
  /** The number of rows, once all requested ones have been read; undefined if not requested. */
  total(rowsRead: number, last: ListPage): Promise<number | undefined>;
  /**
   * All requested items, at most 500 per page, at least one page. Each page is a separate query that begins after the
   * last row, so nothing is held while a slow client reads.
   */
  pages(): AsyncIterable<ListPage>;
}

export interface ListPage {
  readonly items: readonly unknown[];
  /** Cursor of the page after the last item; null at the end of the list. */
  readonly next: string | null;
  /** Nothing more was requested. */
  readonly isLast: boolean;
  /** The number of rows in the list, if the page's statement counted them. */
  readonly total?: number | undefined;
}

/** The list, or why its query is invalid. */
export type ListOutcome = StreamedList | Refusal<'invalid'>;

/** Maximum number of rows per query. */
const LONGEST_PAGE = 500;

/** Pages, sorts and streams a query: `size` rows from `from` or after a cursor, with their total. */
export function listOf<DB, TB extends keyof DB, FoundDB, Found extends keyof FoundDB, Row, Item>(
  ctx: Context,
  query: ListQueryInput,
  source: ListSource<DB, TB, FoundDB, Found, Row, Item>,
): ListOutcome {
  const order = orderOf(query, source);
  const cursor = query.after === undefined ? undefined : readCursor(ctx.keys, order.name, query.after);
  // A cursor of another length was written by a version that sorted by other columns.
  if (cursor === null || (cursor !== undefined && cursor.length !== order.columns.length))
    return refuseField('after', 'It belongs to another order of this list: begin at the first page.');
  const counting = countingOf(query, source);
  return {
    kind: 'streamed-list',
    from: query.from,
    size: query.size,
    download: query.download === '1',
    csv: source.csv as readonly CsvColumn<never>[] | undefined,
    name: source.name,
    fileName: csvFileName(source.name, query, todayOf(ctx)),
    total: counting.total,
    pages: () => {
      const { from, size } = query;
      return pagesOf(source, order, { ctx, cursor, from, size, isCounted: counting.withPage });
    },
  };
}

/** The business day, `YYYY-MM-DD`. */
function todayOf({ clock, config }: Context): string {
  return clock.now().toZonedDateTimeISO(config.BUSINESS_TZ).toPlainDate().toString();
}

export function isStreamedList(value: unknown): value is StreamedList {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'streamed-list';
}

interface Span {
  readonly ctx: Context;
  /** The sort values of the row after which it begins. */
  readonly cursor: readonly string[] | undefined;
  readonly from: number;
  readonly size: number;
  /** Its first page counts all rows. */
  readonly isCounted: boolean;
}

async function* pagesOf<DB, TB extends keyof DB, FoundDB, Found extends keyof FoundDB, Row, Item>(
  source: ListSource<DB, TB, FoundDB, Found, Row, Item>,
  order: Order,
  span: Span,
): AsyncGenerator<ListPage> {
  let { cursor, isCounted } = span;
  let left = span.size;
  for (let offset = span.from; ; offset = 0) {
    const limit = Math.min(left, LONGEST_PAGE);
    const { rows, end, total } = await readPage(source, order, { cursor, offset, limit, isCounted });
    cursor = end;
    isCounted = false;
    left -= limit;
    const next = cursor === undefined ? null : writeCursor(span.ctx.keys, order.name, cursor);
    const isLast = left === 0 || cursor === undefined;
    yield { items: rows.map((row) => source.toItem(row)), next, isLast, total };
    if (isLast) return;
  }
}

/** How a list gets its total. */
interface Counting {
  /** Whether the page's own statement counts. */
  readonly withPage: boolean;
  readonly total: StreamedList['total'];
}

const NOT_COUNTED: Counting = { withPage: false, total: () => Promise.resolve(undefined) };

/**
 * If the list ends on the page that was read, its rows show the total; otherwise it is counted. If a page has to find
 * all filtered rows anyway, such as those that match a search, they are counted in the same statement.
 */
function countingOf<DB, TB extends keyof DB, FoundDB, Found extends keyof FoundDB, Row, Item>(
  { count, from, size, after, q }: ListQueryInput,
  source: ListSource<DB, TB, FoundDB, Found, Row, Item>,
): Counting {
  if (count === '0') return NOT_COUNTED;
  return {
    withPage: (Boolean(q) || source.countsWithPage === true) && after === undefined,
    total: async (rowsRead, { next, total }) => {
      const isEnd = next === null && rowsRead < size && (rowsRead > 0 || from === 0);
      if (isEnd && after === undefined) return from + rowsRead;
      return total ?? countRows(source);
    },
  };
}
