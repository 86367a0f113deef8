import type { FieldErrors } from 'react-hook-form';
import type { FieldError } from '../../kernel/refusal.ts';

type Values = Readonly<Record<string, unknown>>;

/** Whether two field values are equal: texts, numbers, lists, plain objects. Null and undefined are equal. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

/**
 * The fields whose value differs from the saved one; a changed list is sent whole. A cleared number is null: if
 * omitted, it would count as unchanged.
 */
export function changesIn(values: Values, saved: Values): Values {
  const changed = Object.entries(values).filter(([name, value]) => !isSame(value, saved[name]));
  return Object.fromEntries(changed.map(([name, value]) => [name, value ?? null]));
}

/** One sentence for each invalid field; for a list, the first of its sentences. */
export function errorsByName(errors: FieldErrors): Readonly<Record<string, string>> {
  const found = Object.entries(errors).flatMap(([name, error]) => {
    const message = firstMessage(error);
    return message === undefined ? [] : [[name, message] as const];
  });
  return Object.fromEntries(found);
}

function firstMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  // `ref` is the element that the error belongs to.
  const parts = Object.entries(error).filter(([key]) => key !== 'ref');
  return parts.map(([, part]) => firstMessage(part)).find((message) => message !== undefined);
}

/**
 * The server's errors that the form has a field for, by the field's name or its path in a list: `dates.0.startTime`.
 */
export function serverErrorsFor(
  errors: readonly FieldError[],
  values: Values,
  fieldOf: (path: string) => string = (path) => path,
): readonly { readonly name: string; readonly message: string }[] {
  return errors.flatMap(({ path, message }) => {
    const name = fieldOf(path.replace(/^body\./, ''));
    const root = name.split('.')[0] ?? '';
    if (!Object.hasOwn(values, root)) return [];
    return [{ name: valueAt(values, name) === undefined ? root : name, message }];
  });
}

/** `dates.0.startTime` */
function valueAt(values: unknown, path: string): unknown {
  const step = (at: unknown, name: string) =>
    typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined;
  return path.split('.').reduce(step, values);
}
