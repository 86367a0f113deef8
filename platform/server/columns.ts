/** `profilePhoto` as `profile_photo`. */
type Snake<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : '';
/** The column of a field: its own name in snake case. */
type ColumnOf<F extends string> = Snake<F>;

/** Queries take lists that may be written; they never do. */
type Writable<T> = T extends readonly (infer Item)[] ? Item[] : T;

/** How fields of the wire stand in a table: one list of names for select, insert, update and reply. */
export interface Columns<F extends string> {
  readonly fields: readonly F[];
  /** For select: `profile_photo as profilePhoto`. */
  readonly select: readonly { [K in F]: `${ColumnOf<K>} as ${K}` }[F][];
  /** Those of the given fields that are columns, under the columns' names: for insert and update. */
  toRow<R extends Readonly<Partial<Record<F, unknown>>>>(
    record: R,
  ): { [K in keyof R & F as ColumnOf<K>]: Writable<Exclude<R[K], undefined>> };
  /** A row's columns under the names of the wire. */
  toWire<R extends Readonly<Record<ColumnOf<F>, unknown>>>(row: R): { [K in F]: R[ColumnOf<K> & keyof R] };
}

/** @example const CLEANER = columnsOf('firstname', 'profilePhoto') */
export function columnsOf<const F extends string>(...fields: readonly F[]): Columns<F> {
  const pairs = fields.map((field) => [field, columnOf(field)] as const);
  return {
    fields,
    select: pairs.map(([field, column]) => `${column} as ${field}`) as never,
    toRow: (record) =>
      Object.fromEntries(
        pairs.flatMap(([field, column]) => (record[field] === undefined ? [] : [[column, record[field]]])),
      ) as never,
    toWire: (row) =>
      Object.fromEntries(
        pairs.map(([field, column]) => [field, (row as Record<string, unknown>)[column]]),
      ) as never,
  };
}

function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
