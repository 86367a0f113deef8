/**
 * Reads this browser's stored data field by field: a record of an older version, or one that someone has edited, loses
 * invalid fields and keeps the rest. Hand-written, because pages that must load fast have no room for zod.
 */

/** Type guard of a stored value. */
export type Guard<Value> = (stored: unknown) => stored is Value;
export type GuardedBy<G> = G extends Guard<infer Value> ? Value : never;

export const isText: Guard<string> = (stored) => typeof stored === 'string';
export const isFlag: Guard<boolean> = (stored) => typeof stored === 'boolean';
export const isNumber: Guard<number> = (stored): stored is number => Number.isFinite(stored);

/** A whole number in a range, inclusive. */
export function isWhole(least: number, most: number): Guard<number> {
  return (stored): stored is number =>
    isNumber(stored) && Number.isInteger(stored) && stored >= least && stored <= most;
}

export function isOneOf<const Value extends string>(values: readonly Value[]): Guard<Value> {
  return (stored): stored is Value => values.some((value) => value === stored);
}

export function orNull<Value>(is: Guard<Value>): Guard<Value | null> {
  return (stored) => stored === null || is(stored);
}

export function isListOf<Value>(is: Guard<Value>): Guard<readonly Value[]> {
  return (stored): stored is readonly Value[] => Array.isArray(stored) && stored.every(is);
}

type Shape<Guards> = { readonly [Name in keyof Guards]: GuardedBy<Guards[Name]> };

/** An object with all of these properties. */
export function isShaped<Guards extends Readonly<Record<string, Guard<unknown>>>>(
  guards: Guards,
): Guard<Shape<Guards>> {
  return (stored): stored is Shape<Guards> => {
    const known = entriesOf(stored);
    return Object.entries(guards).every(([name, is]) => is(known.get(name)));
  };
}

/** A field with its initial value. */
interface Field<Value> {
  readonly is: Guard<Value>;
  readonly empty: Value;
}

export function field<Value>(is: Guard<Value>, empty: NoInfer<Value>): Field<Value> {
  return { is, empty };
}

type Fields = Readonly<Record<string, Field<unknown>>>;
export type FieldsOf<F extends Fields> = { readonly [Name in keyof F]: F[Name]['empty'] };

/** Each field as stored, or its initial value if it is missing or invalid. Unknown fields are dropped. */
export function readFields<F extends Fields>(fields: F, stored: unknown): FieldsOf<F> {
  const known = entriesOf(stored);
  const read = Object.entries(fields).map(([name, { is, empty }]) => {
    const value = known.get(name);
    return [name, is(value) ? value : empty];
  });
  // Every name is a field's, and every value has passed its guard.
  return Object.fromEntries(read) as FieldsOf<F>;
}

function entriesOf(stored: unknown): Map<string, unknown> {
  return new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored) : []);
}
