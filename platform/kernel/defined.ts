type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Only the fields that have a value, so that spreading them over others changes nothing else. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
