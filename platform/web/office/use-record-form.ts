import { type SyntheticEvent, useEffect, useRef } from 'react';
import type { z } from 'zod';
import type { CallDefinition } from '../../contract/call.ts';
import type { Callable, CallInput, CallReply } from '../api/callable.ts';
import { useAct } from '../api/queries.ts';
import { isSame } from '../forms/form-changes.ts';
import { useForm } from '../forms/use-form.ts';
import { useMayCall } from '../session/use-may.ts';
import type { FormField, FormFields } from './form-fields.ts';

/** A route that saves: its body's schema validates the form. */
export type SavingCall = CallDefinition & { readonly body: NonNullable<CallDefinition['body']> };

type BodyOf<C extends SavingCall> = Partial<NonNullable<CallInput<C>['body']>>;

/** The source of the values: a stored record, of which only changes are sent, or a new one, sent whole. */
type Source<V> = { readonly stored: V } | { readonly blank: V };

export type RecordFormOptions<C extends SavingCall, V extends BodyOf<C>> = Source<V> & {
  readonly call: C;
  readonly params?: object;
  /** Reads that a save makes stale. */
  readonly refresh: readonly Callable[];
  readonly fields: FormFields<V>;
  readonly onSaved?: (reply: CallReply<C>) => unknown;
};

/** Values of a form by field name; their types are those of the route's schema. */
type Values = Readonly<Record<string, unknown>>;

/**
 * An office form for one route: `useForm` with the route's schema. A stored record sends only the fields that differ
 * from it, and a colleague's concurrent changes appear in the fields that are not changed here.
 */
export function useRecordForm<C extends SavingCall, V extends BodyOf<C>>(options: RecordFormOptions<C, V>) {
  const { call, params, refresh, fields, onSaved } = options;
  const isNew = 'blank' in options;
  const source: Values = 'blank' in options ? options.blank : options.stored;
  const specs = Object.entries<FormField>(fields);
  const mayChange = useMayCall(call);
  const act = useAct<SavingCall>(call, { refresh });
  const extra = useRef<object>({});
  const form = useForm<Values, CallReply<C>>({
    initial: source,
    schema: call.body as z.ZodType<unknown, Values>,
    onlyChanges: !isNew,
    draft: [call.path, ...Object.values(params ?? {})].join(' '),
    secret: specs.filter(([, { kind }]) => kind?.endsWith('password')).map(([name]) => name),
    send: async (sent) => {
      const input = { params, body: { ...sent, ...extra.current } } as CallInput<SavingCall>;
      return (await act.mutateAsync(input)) as CallReply<C>;
    },
    onSaved,
  });
  useColleaguesChanges(form, source);
  const isChanged: (name: keyof V & string) => boolean = form.isChanged;
  const changedNames = specs.filter(([name]) => form.isChanged(name)).map(([, { label }]) => label);
  return {
    ...form,
    mayChange,
    fields,
    isChanged,
    values: form.values as V,
    /** Only the form's fields. */
    changed: changedNames.length > 0,
    changedNames,
    set: form.set as (changes: Partial<V>) => void,
    /** From now on these count as unchanged: the initial values of a new record of another kind. */
    compareWith: form.compareWith as (values: V) => void,
    /** `more` is added to this submission, such as an acknowledged warning. */
    submit: (event?: SyntheticEvent<HTMLFormElement>, more: BodyOf<C> = {}) => {
      extra.current = more;
      return form.submit(event);
    },
  };
}

export type RecordFormOf<V> = ReturnType<typeof useRecordForm<SavingCall, V & object>>;

/** Updates the fields to what was stored meanwhile, except for those that differ from what was stored before. */
function useColleaguesChanges(form: ReturnType<typeof useForm>, source: Values): void {
  const followed = useRef(source);
  useEffect(() => {
    if (form.sending || isSame(followed.current, source)) return;
    followed.current = source;
    for (const [name, value] of Object.entries(source))
      if (!form.isChanged(name)) form.methods.setValue(name, value);
    form.compareWith(source);
  });
}
