type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Only the fields that have a value, so that spreading them does not overwrite others with undefined. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}

export function pickFields<T extends object, K extends keyof T>(record: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<T, K>;
}

type Prefixed<P extends string, T> = { [K in keyof T & string as `${P}${K}`]: T[K] };

/** The same fields with prefixed names: `job_address_postal`. */
export function prefixed<const P extends string, T extends object>(prefix: P, fields: T): Prefixed<P, T> {
  const named = Object.entries(fields).map(([name, value]) => [`${prefix}${name}`, value]);
  return Object.fromEntries(named) as Prefixed<P, T>;
}
