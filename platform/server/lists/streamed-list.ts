import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type Refusal, refuseField } from '../../kernel/refusal.ts';
import type { Context } from '../context.ts';
import type { CsvColumn } from './csv.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { totalOf, wasLong } from './totals.ts';

/** What every list call's query holds after checking (platform/contract/schemas.ts, listQuery). */
export interface ListQueryInput {
  readonly from: number;
  readonly size: number;
  readonly sortby?: string | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly after?: string | undefined;
  readonly count: '0' | '1';
  readonly download: '0' | '1';
}

/** A list on its way to a client: rows come page by page, however many there are. */
export interface StreamedList {
  readonly kind: 'streamed-list';
  readonly from: number;
  readonly size: number;
  readonly download: boolean;
  readonly csv: readonly CsvColumn<never>[] | undefined;
  /** Name of the CSV file, without ending. */
  readonly name: string;
  /** Begins to count where the list was long when it was counted last: that takes as long as reading its rows. */
  countAhead(): void;
  /** How many rows there are, once all that were asked for have been read; undefined where nobody wants to know. */
  total(rowsRead: number): Promise<number | undefined>;
  /**
   * All that was asked for, at most 500 items a page, at least one page. Each page is a query of its own that begins
   * behind the last row: nothing is held while a slow client reads.
   */
  pages(): AsyncIterable<ListPage>;
}

export interface ListPage {
  readonly items: readonly unknown[];
  /** Leads to what follows the last item; null when nothing does. */
  readonly next: string | null;
  /** Nothing more of what was asked for follows. */
  readonly isLast: boolean;
}

export interface ListSource<DB, TB extends keyof DB, FoundDB, Found extends keyof FoundDB, Row, Item> {
  readonly name: string;
  /** The rows as `toItem` needs them: all that the filters leave, or all there are, with `found`. Unsorted, unpaged. */
  readonly rows: SelectQueryBuilder<DB, TB, Row>;
  /**
   * What the filters leave, of the one table that `key` and the sorts are of, where `rows` joins others: counting and
   * paging then touch no other table, and only a page's rows are joined.
   */
  readonly found?: SelectQueryBuilder<FoundDB, Found, object>;
  /** The table's key: breaks ties, so that paging never shows a row twice. */
  readonly key: string;
  /** Allowed `sortby` → columns to order by, none of which is ever null; the first is the default. */
  readonly sort: Readonly<Record<string, readonly SortColumn[]>>;
  /** A sort by another table's columns, for paging `found`. */
  readonly sortJoins?: Readonly<
    Record<
      string,
      (found: SelectQueryBuilder<FoundDB, Found, object>) => SelectQueryBuilder<FoundDB, Found, object>
    >
  >;
  readonly defaultOrder?: 'asc' | 'desc';
  toItem(row: Row): Item;
  readonly csv?: readonly CsvColumn<Item>[];
}

/** A column's name, or what stands in its place. */
type SortColumn = string | RawBuilder<unknown>;

/** The list, or why the query asks for none. */
export type ListOutcome = StreamedList | Refusal<'invalid'>;

/** So many rows are fetched in one go. */
const LONGEST_PAGE = 500;

/** Pages, sorts and streams a query as API.md 1 "Lists" says. */
export function listOf<DB, TB extends keyof DB, FoundDB, Found extends keyof FoundDB, Row, Item>(
  ctx: Context,
  query: ListQueryInput,
  source: ListSource<DB, TB, FoundDB, Found, Row, Item>,
): ListOutcome {
  const order = orderOf(query, source);
  const cursor = query.after === undefined ? undefined : readCursor(ctx.keys, order.name, query.after);
  if (cursor === null)
    return refuseField('after', 'It belongs to another order of this list: begin at the first page.');
  return {
    kind: 'streamed-list',
    from: query.from,
    size: query.size,
    download: query.download === '1',
    csv: source.csv as readonly CsvColumn<never>[] | undefined,
    name: source.name,
    ...totalOfList(ctx, query, source),
    pages: () => pagesOf(source, order, { ctx, cursor, from: query.from, size: query.size }),
  };
}

export function isStreamedList(value: unknown): value is StreamedList {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'streamed-list';
}

interface Order {
  readonly by: string | undefined;
  readonly direction: 'asc' | 'desc';
  /** The sort's columns and the key. */
  readonly columns: readonly RawBuilder<unknown>[];
  /** Tells this order from every other one of the list. */
  readonly name: string;
}

function orderOf(
  query: ListQueryInput,
  source: Pick<
    ListSource<never, never, never, never, unknown, unknown>,
    'name' | 'sort' | 'key' | 'defaultOrder'
  >,
): Order {
  const by = query.sortby ?? Object.keys(source.sort)[0];
  const direction = query.order ?? (query.sortby === undefined ? (source.defaultOrder ?? 'asc') : 'asc');
  const names = [...(by === undefined ? [] : (source.sort[by] ?? [])), source.key];
  const columns = names.map((name) => (typeof name === 'string' ? sql.ref(name) : name));
  return { by, direction, columns, name: `${source.name} ${by} ${direction}` };
}

interface Span {
  readonly ctx: Context;
  /** The sort values of the row behind which it begins. */
  readonly cursor: readonly string[] | undefined;
  readonly from: number;
  readonly size: number;
}

async function* pagesOf<DB, TB extends keyof DB, FoundDB, Found extends keyof FoundDB, Row, Item>(
  source: ListSource<DB, TB, FoundDB, Found, Row, Item>,
  order: Order,
  span: Span,
): AsyncGenerator<ListPage> {
  let { cursor } = span;
  let left = span.size;
  for (let offset = span.from; ; offset = 0) {
    const limit = Math.min(left, LONGEST_PAGE);
    const { rows, end } = await readPage(source, order, { cursor, offset, limit });
    cursor = rows.length < limit ? undefined : end;
    left -= rows.length;
    const next = cursor === undefined ? null : writeCursor(span.ctx.keys, order.name, cursor);
    const isLast = left === 0 || cursor === undefined;
    yield { items: rows.map((row) => source.toItem(row)), next, isLast };
    if (isLast) return;
  }
}

interface PageBounds {
  readonly cursor: readonly string[] | undefined;
  readonly offset: number;
  readonly limit: number;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  /** The sort values of the last row as texts, exactly as the database has them. */
  readonly end: readonly string[] | undefined;
}

/** Where a row stands in the order: its sort values as a JSON array, which is parsed of the last row alone. */
interface Placed {
  place_in_order: string | undefined;
}

async function readPage<DB, TB extends keyof DB, FoundDB, Found extends keyof FoundDB, Row, Item>(
  source: ListSource<DB, TB, FoundDB, Found, Row, Item>,
  order: Order,
  bounds: PageBounds,
): Promise<Page<Row>> {
  if (bounds.limit === 0) return { rows: [], end: undefined };
  const place = sql.join(order.columns.map((column) => sql`${column}::text`));
  const all = (source.rows as SelectQueryBuilder<DB, TB, object>).select(
    sql<string>`json_build_array(${place})::text`.as('place_in_order'),
  );
  const rows = (await (source.found === undefined
    ? paged(all, order, bounds)
    : sorted(all.where(sql<SqlBool>`${sql.ref(source.key)} in ${pageKeys(source, order, bounds)}`), order)
  ).execute()) as (Row & Placed)[];
  const last = rows.at(-1)?.place_in_order;
  for (const row of rows) row.place_in_order = undefined; // an item that is made of its whole row does not show it
  return { rows, end: last === undefined ? undefined : (JSON.parse(last) as string[]) };
}

/** The keys of a page, found without the tables that `rows` joins. */
function pageKeys<DB, TB extends keyof DB, FoundDB, Found extends keyof FoundDB, Row, Item>(
  { found, sortJoins, key }: ListSource<DB, TB, FoundDB, Found, Row, Item>,
  order: Order,
  bounds: PageBounds,
) {
  if (found === undefined) throw new Error('Only a list with `found` has its keys read first.');
  const join = order.by === undefined ? undefined : sortJoins?.[order.by];
  return paged(join === undefined ? found : join(found), order, bounds).select(
    sql`${sql.ref(key)}`.as('key'),
  );
}

function paged<DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
  order: Order,
  { cursor, offset, limit }: PageBounds,
) {
  const following = cursor === undefined ? rows : rows.where(follows(order, cursor));
  const page = sorted(following, order).limit(limit);
  return offset === 0 ? page : page.offset(offset);
}

function sorted<DB, TB extends keyof DB>(rows: SelectQueryBuilder<DB, TB, object>, order: Order) {
  return order.columns.reduce((query, column) => query.orderBy(column, order.direction), rows);
}

/** Row by row, as one comparison that an index on these columns answers. */
function follows({ columns, direction }: Order, cursor: readonly string[]) {
  const here = sql.join(columns);
  return sql<SqlBool>`(${here}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join([...cursor])})`;
}

/** A list that ends on the page that is read tells by its rows how many there are; others are counted. */
function totalOfList<DB, TB extends keyof DB, FoundDB, Found extends keyof FoundDB, Row, Item>(
  { composed }: Context,
  { count, from, size, after }: ListQueryInput,
  source: ListSource<DB, TB, FoundDB, Found, Row, Item>,
): Pick<StreamedList, 'countAhead' | 'total'> {
  if (count === '0') return { countAhead: () => undefined, total: () => Promise.resolve(undefined) };
  const counted = countOf(source);
  let ahead: Promise<number> | undefined;
  return {
    countAhead: () => {
      if (!wasLong(composed, counted.key)) return;
      ahead = totalOf(composed, counted.key, counted.read);
      ahead.catch(() => undefined); // it is told by `total`
    },
    total: (rowsRead) => {
      const isEnd = rowsRead < size && (rowsRead > 0 || from === 0);
      if (isEnd && after === undefined) return Promise.resolve(from + rowsRead);
      return ahead ?? totalOf(composed, counted.key, counted.read);
    },
  };
}

function countOf<DB, TB extends keyof DB, FoundDB, Found extends keyof FoundDB, Row, Item>(
  source: ListSource<DB, TB, FoundDB, Found, Row, Item>,
): { readonly key: string; read(): Promise<number> } {
  const rows = (source.found ?? source.rows) as SelectQueryBuilder<DB, TB, object>;
  const counted = rows.clearSelect().select(sql<number>`count(*)`.as('total'));
  const { sql: text, parameters } = counted.compile();
  return {
    key: JSON.stringify([text, parameters]),
    read: async () => {
      const { total } = (await counted.executeTakeFirstOrThrow()) as { total: number };
      return total;
    },
  };
}
