import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { CsvColumn } from './csv.ts';

// Filters: filters.ts. An example: features/work/jobs/server/list-jobs.ts.

export interface ListSource<DB, TB extends keyof DB, FoundDB, Found extends keyof FoundDB, Row, Item> {
  readonly name: string;
  /**
   * The rows with the columns that `toItem` needs: filtered, or unfiltered if `found` is given. Unsorted and unpaged.
   */
  readonly rows: SelectQueryBuilder<DB, TB, Row>;
  /**
   * The filtered rows of the one table that `key` and the sort columns belong to, for when `rows` joins others:
   * counting and paging then touch no other table, and only a page's rows are joined.
   */
  readonly found?: SelectQueryBuilder<FoundDB, Found, object>;
  /**
   * No index returns the filtered rows in the list's order: every page finds them all, so they are counted in the same
   * statement.
   */
  readonly countsWithPage?: boolean;
  /** The table's key: the tie-breaker, so that paging never shows a row twice. */
  readonly key: string;
  /** Allowed `sortby` → columns to order by, none of which is ever null; the first is the default. */
  readonly sort: Readonly<Record<string, readonly SortColumn[]>>;
  /** Joins for sorting `found` by another table's columns. */
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

/** A column's name, or an expression. */
type SortColumn = string | RawBuilder<unknown>;

export interface Order {
  readonly by: string | undefined;
  readonly direction: 'asc' | 'desc';
  /** The sort columns and the key. */
  readonly columns: readonly RawBuilder<unknown>[];
  /** How many of them, from the first one, belong to one table: the index that provides the order has no others. */
  readonly indexed: number;
  /** Identifies this sort order of the list. */
  readonly name: string;
}

export function orderOf(
  query: { readonly sortby?: string | undefined; readonly order?: 'asc' | 'desc' | undefined },
  source: Pick<
    ListSource<never, never, never, never, unknown, unknown>,
    'name' | 'sort' | 'key' | 'defaultOrder'
  >,
): Order {
  const by = query.sortby ?? Object.keys(source.sort)[0];
  const direction = query.order ?? (query.sortby === undefined ? (source.defaultOrder ?? 'asc') : 'asc');
  const names = [...(by === undefined ? [] : (source.sort[by] ?? [])), source.key];
  const columns = names.map((name) => (typeof name === 'string' ? sql.ref(name) : name));
  const tables = names.map((name) => tableOf(typeof name === 'string' ? name : source.key));
  const others = tables.findIndex((table) => table !== tables[0]);
  return {
    by,
    direction,
    columns,
    indexed: others === -1 ? names.length : others,
    name: `${source.name} ${by} ${direction}`,
  };
}

function tableOf(column: string): string | undefined {
  return column.split('.')[0];
}

export interface PageBounds {
  /** The sort values of the row after which it begins. */
  readonly cursor: readonly string[] | undefined;
  readonly offset: number;
  readonly limit: number;
  /** Also counts all filtered rows. */
  readonly isCounted: boolean;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The sort values of its last row as text, exactly as the database has them; undefined at the end of the list. */
  readonly end: readonly string[] | undefined;
  /** The number of rows in the list, if it was counted and this page has any. */
  readonly total: number | undefined;
}

/** Extra columns that the list's statement selects. */
interface SortValues {
  /** Its sort values, the key last. They are not converted, so a skipped row costs nothing. */
  [sort: `sort${number}`]: unknown;
  /** The number of rows in all. */
  rowsInAll?: number | undefined;
}

/**
 * Reads a page. If the list joins tables, a first statement reads only the keys without touching the other tables; a
 * second one, which is the same for all filters and so is soon prepared, reads the rows: PostgreSQL takes longer to
 * plan those joins than to execute them. The cursor at the end of the page comes from the keys, so a row that moves
 * between the two statements does not affect the next page.
 */
export async function readPage<DB, TB extends keyof DB, FoundDB, Found extends keyof FoundDB, Row, Item>(
  source: ListSource<DB, TB, FoundDB, Found, Row, Item>,
  order: Order,
  bounds: PageBounds,
): Promise<Page<Row>> {
  if (bounds.limit === 0) return { rows: [], end: undefined, total: undefined };
  const { found, key } = source;
  const all = source.rows as SelectQueryBuilder<DB, TB, object>;
  const rowsInAll = (await isNearEnd(source, bounds)) ? await countRows(source) : undefined;
  const read = fromNearerEnd(order, bounds, rowsInAll);
  const sorted = (await (found === undefined
    ? paged(all, read.order, read.bounds)
    : paged(joined(found, source, order), read.order, read.bounds)
  ).execute()) as (Row & SortValues)[];
  if (read.order !== order) sorted.reverse();
  const last = sorted.length < bounds.limit ? undefined : sorted.at(-1);
  const end = last && order.columns.map((_, nth) => String(last[`sort${nth}`]));
  const total = rowsInAll ?? sorted[0]?.rowsInAll;
  if (found === undefined) {
    for (const row of sorted) forgetSortValues(row, order);
    return { rows: sorted, end, total };
  }
  const keys = sorted.map((row) => row[`sort${order.columns.length - 1}`]);
  return { rows: await readRows<DB, TB, Row>(all, key, keys), end, total };
}

/** Before this row, passing over the rows before a page takes no time. */
const FAR = 10_000;
/** From this share of the list on, counting all rows and reading from the end takes less time than passing over those before. */
const NEAR_END = 0.7;

/** By PostgreSQL's estimate of the number of rows. */
async function isNearEnd<DB, TB extends keyof DB, FoundDB, Found extends keyof FoundDB, Row, Item>(
  { found, rows }: ListSource<DB, TB, FoundDB, Found, Row, Item>,
  { cursor, offset }: PageBounds,
): Promise<boolean> {
  if (offset < FAR || cursor !== undefined) return false;
  const query = (found ?? rows) as SelectQueryBuilder<DB, TB, object>;
  const [plan] = await query.select(sql`1`.as('one')).explain<Record<string, readonly Plan[]>>('json');
  const estimate = Object.values(plan ?? {})[0]?.[0]?.Plan['Plan Rows'] ?? 0;
  return offset >= estimate * NEAR_END;
}

interface Plan {
  readonly Plan: { readonly 'Plan Rows': number };
}

/** A page in the second half of a counted list is read from the end, in reverse. */
function fromNearerEnd(order: Order, bounds: PageBounds, rowsInAll: number | undefined) {
  if (rowsInAll === undefined) return { order, bounds };
  const counted = { ...bounds, isCounted: false };
  if (bounds.offset < rowsInAll / 2) return { order, bounds: counted };
  const limit = Math.max(0, Math.min(bounds.limit, rowsInAll - bounds.offset));
  const offset = Math.max(0, rowsInAll - bounds.offset - limit);
  const direction = order.direction === 'asc' ? ('desc' as const) : ('asc' as const);
  return { order: { ...order, direction }, bounds: { ...counted, offset, limit } };
}

export async function countRows<DB, TB extends keyof DB, FoundDB, Found extends keyof FoundDB, Row, Item>(
  source: ListSource<DB, TB, FoundDB, Found, Row, Item>,
): Promise<number> {
  const rows = (source.found ?? source.rows) as SelectQueryBuilder<DB, TB, object>;
  const counted = rows.clearSelect().select(sql<number>`count(*)`.as('total'));
  const { total } = (await counted.executeTakeFirstOrThrow()) as { total: number };
  return total;
}

/** Removes them for items that are made of the whole row. */
function forgetSortValues(row: SortValues, { columns }: Order): void {
  for (const nth of columns.keys()) row[`sort${nth}`] = undefined;
  row.rowsInAll = undefined;
}

/** The rows with these keys, in their order; without those deleted meanwhile. */
async function readRows<DB, TB extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, TB, object>,
  key: string,
  keys: readonly unknown[],
): Promise<Row[]> {
  if (keys.length === 0) return [];
  const read = (await rows
    .select(sql`${sql.ref(key)}`.as('keyInList'))
    .where(sql<SqlBool>`${sql.ref(key)} = any(${keys})`)
    .execute()) as (Row & { keyInList: unknown })[];
  const byKey = new Map(read.map((row) => [row.keyInList, row]));
  for (const row of read) row.keyInList = undefined;
  return keys.flatMap((one) => byKey.get(one) ?? []);
}

/** Joined to the tables that it is sorted by. */
function joined<FoundDB, Found extends keyof FoundDB>(
  found: SelectQueryBuilder<FoundDB, Found, object>,
  { sortJoins }: Pick<ListSource<never, never, FoundDB, Found, unknown, unknown>, 'sortJoins'>,
  { by }: Order,
) {
  const join = by === undefined ? undefined : sortJoins?.[by];
  return join === undefined ? found : join(found);
}

function paged<DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
  order: Order,
  { cursor, offset, limit, isCounted }: PageBounds,
) {
  const { columns, direction } = order;
  const following = cursor === undefined ? rows : rows.where(follows(order, cursor));
  return columns
    .reduce((query, column) => query.orderBy(column, direction), following)
    .select(columns.map((column, nth) => sql`${column}`.as(`sort${nth}`)))
    .$if(isCounted, (all) => all.select(sql<number>`count(*) over ()`.as('rowsInAll')))
    .limit(limit)
    .$if(offset > 0, (all) => all.offset(offset));
}

/** A row comparison that an index on these columns supports; if they belong to two tables, on the first one's. */
function follows({ columns, direction, indexed }: Order, cursor: readonly string[]) {
  const sign = sql.raw(direction === 'asc' ? '>' : '<');
  const behind = sql<SqlBool>`(${sql.join(columns)}) ${sign} (${sql.join([...cursor])})`;
  if (indexed === columns.length) return behind;
  const [from, to] = [columns.slice(0, indexed), cursor.slice(0, indexed)];
  return sql<SqlBool>`${behind} and (${sql.join(from)}) ${sign}= (${sql.join(to)})`;
}
