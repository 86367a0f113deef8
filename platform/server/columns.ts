/** `profilePhoto` as `profile_photo`, `areaID` as `area_id`. */
type Snake<S extends string> = S extends 'ID'
  ? '_id'
  : S extends `${infer Head}${infer Tail}`
    ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
    : '';
/**
 * The column of a field: its name in snake case, with the prefix if there is one (`address_postal`), unless the name
 * already starts with it.
 */
type ColumnOf<F extends string, Word extends string = ''> = Word extends ''
  ? Snake<F>
  : F extends `${Word}${string}`
    ? Snake<F>
    : `${Word}_${Snake<F>}`;

/** Kysely's types require mutable arrays, although it does not mutate them. */
type Writable<T> = T extends readonly (infer Item)[] ? Item[] : T;

/** Maps API fields to table columns: one list of names for select, insert, update and reply. */
export interface Columns<F extends string, Word extends string = ''> {
  readonly fields: readonly F[];
  /** For select: `profile_photo as profilePhoto`. */
  readonly select: readonly { [K in F]: `${ColumnOf<K, Word>} as ${K}` }[F][];
  /** Those of the given fields that are columns, under their column names: for insert and update. */
  toRow<R extends Readonly<Partial<Record<F, unknown>>>>(
    record: R,
  ): { [K in keyof R & F as ColumnOf<K, Word>]: Writable<Exclude<R[K], undefined>> };
  /** A row's columns under their API names. */
  toWire<R extends Readonly<Record<ColumnOf<F, Word>, unknown>>>(
    row: R,
  ): { [K in F]: R[ColumnOf<K, Word> & keyof R] };
  /** The same, with each name prefixed: `job_address_postal`. */
  toWireBehind<const P extends string>(
    prefix: P,
  ): <R extends Readonly<Record<ColumnOf<F, Word>, unknown>>>(
    row: R,
  ) => { [K in F as `${P}${K}`]: R[ColumnOf<K, Word> & keyof R] };
}

/** @example const CLEANER = columnsOf('firstname', 'profilePhoto') */
export function columnsOf<const F extends string>(...fields: readonly F[]): Columns<F> {
  return columnsUnder('', ...fields);
}

/**
 * The same for fields whose columns share a prefix.
 * @example columnsUnder('address', 'addressLine1', 'postal') // address_line1, address_postal
 */
export function columnsUnder<const Word extends string, const F extends string>(
  word: Word,
  ...fields: readonly F[]
): Columns<F, Word> {
  const pairs = fields.map((field) => [field, columnOf(field, word)] as const);
  return {
    fields,
    select: pairs.map(([field, column]) => `${column} as ${field}`) as never,
    toRow: (record) =>
      Object.fromEntries(
        pairs.flatMap(([field, column]) => (record[field] === undefined ? [] : [[column, record[field]]])),
      ) as never,
    toWire: reader(pairs) as never,
    toWireBehind: (prefix) => reader(pairs.map(([field, column]) => [`${prefix}${field}`, column])) as never,
  };
}

/** Renames a row's columns. Lists run it for every row, so all names are computed once, up front. */
function reader(pairs: readonly (readonly [name: string, column: string])[]) {
  return (row: Readonly<Record<string, unknown>>): object => {
    const read: Record<string, unknown> = {};
    for (const [name, column] of pairs) read[name] = row[column];
    return read;
  };
}

function columnOf(field: string, word: string): string {
  const own = field.replace(/ID$|[A-Z]/g, (letters) => `_${letters.toLowerCase()}`);
  return word === '' || field.startsWith(word) ? own : `${word}_${own}`;
}
