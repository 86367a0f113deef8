import { type SelectQueryBuilder, sql } from 'kysely';
import type { CsvColumn } from './csv.ts';

/** What every list call's query holds after checking (platform/contract/schemas.ts, listQuery). */
export interface ListQueryInput {
  readonly from: number;
  readonly size: number;
  readonly sortby?: string | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly count: '0' | '1';
  readonly download: '0' | '1';
}

/** A list on its way to a client: rows come one by one, however many there are. */
export interface StreamedList {
  readonly kind: 'streamed-list';
  readonly from: number;
  readonly size: number;
  readonly download: boolean;
  readonly csv: readonly CsvColumn<never>[] | undefined;
  /** Name of the CSV file, without ending. */
  readonly name: string;
  total(): Promise<number | undefined>;
  /** At most `size` wire items. Small pages come in one query, large ones from a cursor. */
  items(): AsyncIterable<unknown>;
}

export interface ListSource<DB, TB extends keyof DB, Row, Item> {
  readonly name: string;
  /** All rows that the filters leave, unsorted and unpaged. */
  readonly rows: SelectQueryBuilder<DB, TB, Row>;
  /** Allowed `sortby` → SQL expressions to order by; the first is the default. */
  readonly sort: Readonly<Record<string, readonly string[]>>;
  readonly defaultOrder?: 'asc' | 'desc';
  /** Breaks ties, so that paging never shows a row twice. */
  readonly tieBreak: string;
  toItem(row: Row): Item;
  readonly csv?: readonly CsvColumn<Item>[];
}

/** Up to this many rows are fetched in one go; more come through a cursor, this many at a time. */
const CHUNK = 500;

/** Pages, sorts and streams a query as API.md 1 "Lists" says. */
export function listOf<DB, TB extends keyof DB, Row, Item>(
  asked: ListQueryInput,
  source: ListSource<DB, TB, Row, Item>,
): StreamedList {
  const keys = Object.keys(source.sort);
  const by = asked.sortby ?? keys[0];
  const direction = asked.order ?? (asked.sortby === undefined ? (source.defaultOrder ?? 'asc') : 'asc');
  const paged = [...(by === undefined ? [] : (source.sort[by] ?? [])), source.tieBreak]
    .reduce((query, column) => query.orderBy(sql.ref(column), direction), source.rows)
    .limit(asked.size)
    .offset(asked.from);
  return {
    kind: 'streamed-list',
    from: asked.from,
    size: asked.size,
    download: asked.download === '1',
    csv: source.csv as readonly CsvColumn<never>[] | undefined,
    name: source.name,
    total: () => (asked.count === '0' ? Promise.resolve(undefined) : countOf(source.rows)),
    items: () => itemsOf(paged, asked.size, source.toItem),
  };
}

export function isStreamedList(value: unknown): value is StreamedList {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'streamed-list';
}

async function countOf<DB, TB extends keyof DB, Row>(rows: SelectQueryBuilder<DB, TB, Row>): Promise<number> {
  const counted = await rows
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return (counted as { total: number }).total;
}

async function* itemsOf<DB, TB extends keyof DB, Row, Item>(
  paged: SelectQueryBuilder<DB, TB, Row>,
  size: number,
  toItem: (row: Row) => Item,
): AsyncIterable<Item> {
  const rows = size <= CHUNK ? await paged.execute() : paged.stream(CHUNK);
  for await (const row of rows) yield toItem(row);
}
