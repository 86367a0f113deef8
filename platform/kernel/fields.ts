type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Only the fields that have a value, so that spreading them does not overwrite others with undefined. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}

export function pickFields<T extends object, K extends keyof T>(record: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<T, K>;
}

/** Kysely's types require mutable arrays, although it does not mutate them. */
type Writable<T> = T extends readonly (infer Item)[] ? Item[] : T;
export type PickedDefined<T, K> = {
  [F in keyof T as F extends K ? F : never]: Writable<Exclude<T[F], undefined>>;
};

/** Those of the named fields that have a value: for insert and update. */
export function pickDefined<T extends object, K extends string>(
  record: T,
  names: readonly K[],
): PickedDefined<T, K> {
  const given = names.flatMap((name) => {
    const value = record[name as unknown as keyof T];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given) as PickedDefined<T, K>;
}

type Prefixed<P extends string, T> = { [K in keyof T & string as `${P}${K}`]: T[K] };

/** The same fields with prefixed names: `job_address_postal`. */
export function prefixed<const P extends string, T extends object>(prefix: P, fields: T): Prefixed<P, T> {
  const named = Object.entries(fields).map(([name, value]) => [`${prefix}${name}`, value]);
  return Object.fromEntries(named) as Prefixed<P, T>;
}
