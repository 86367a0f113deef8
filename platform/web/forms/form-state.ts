import type { FieldError } from '../../kernel/refusal.ts';
import type { ApiError } from '../api/api-error.ts';

/** A form's values by field name. */
export type Values = Readonly<Record<string, unknown>>;
/** A sentence for each wrong field. */
export type Errors = Readonly<Record<string, string | undefined>>;
/** Says what is wrong with the values, by field; nothing when they may be sent. */
export type Check<V extends Values> = (values: V) => Errors;

export type FormState<V extends Values> = {
  readonly values: V;
  /** What counts as unchanged. */
  readonly saved: V;
  readonly errors: Errors;
  /** What went wrong that no field can show. */
  readonly problem: ApiError | Error | null;
  readonly sending: boolean;
};

export type FormEvent<V extends Values> =
  | { readonly type: 'typed'; readonly values: Partial<V> }
  | { readonly type: 'left'; readonly name: string; readonly found: Errors }
  | { readonly type: 'refused'; readonly errors: Errors; readonly problem: ApiError | Error | null }
  | { readonly type: 'sending' }
  | { readonly type: 'sent'; readonly values: V }
  | { readonly type: 'reset'; readonly values: V };

export function beginForm<V extends Values>(values: V): FormState<V> {
  return { values, saved: values, errors: {}, problem: null, sending: false };
}

/** The form after an event. An error goes away as soon as its field is typed in; it comes back on leaving. */
export function nextForm<V extends Values>(state: FormState<V>, event: FormEvent<V>): FormState<V> {
  switch (event.type) {
    case 'typed':
      return {
        ...state,
        values: { ...state.values, ...event.values },
        errors: without(state.errors, Object.keys(event.values)),
      };
    case 'left':
      return { ...state, errors: withField(state.errors, event.name, event.found) };
    case 'refused':
      return { ...state, errors: event.errors, problem: event.problem, sending: false };
    case 'sending':
      return { ...state, errors: {}, problem: null, sending: true };
    case 'sent':
      // Not the values of now: text typed on the way has not been sent.
      return { ...state, saved: event.values, sending: false };
    case 'reset':
      return beginForm(event.values);
  }
}

function without(errors: Errors, names: readonly string[]): Errors {
  const kept = Object.entries(errors).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept);
}

function withField(errors: Errors, name: string, found: Errors): Errors {
  const message = found[name];
  return message === undefined ? without(errors, [name]) : { ...errors, [name]: message };
}

export function isChanged<V extends Values>({ values, saved }: FormState<V>): boolean {
  return JSON.stringify(values) !== JSON.stringify(saved);
}

/** The server's field errors that this form has a field for: `mobile`, also where it is written `body.mobile`. */
export function serverErrors(errors: readonly FieldError[], values: Values): Errors {
  const found: Record<string, string> = {};
  for (const { path, message } of errors) {
    const name = path.replace(/^body\./, '').split('.')[0] ?? '';
    if (Object.hasOwn(values, name)) found[name] ??= message;
  }
  return found;
}
