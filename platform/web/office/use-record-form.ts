import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { CallDefinition } from '../../contract/call.ts';
import { ApiError } from '../api/api-error.ts';
import type { Callable, CallInput, CallReply } from '../api/callable.ts';
import { useAct } from '../api/queries.ts';
import { isSame } from '../forms/form-changes.ts';
import { useForm } from '../forms/use-form.ts';
import { useMayCall } from '../session/use-may.ts';
import { fieldValue } from './field-value.tsx';
import type { FormField, FormFields } from './form-fields.ts';

/** A route that saves: its body's schema validates the form. */
export type SavingCall = CallDefinition & { readonly body: NonNullable<CallDefinition['body']> };

type BodyOf<C extends SavingCall> = Partial<NonNullable<CallInput<C>['body']>>;

/**
 * The source of the values: a stored record, of which only changes are sent, with the `updatedAt` that says which version
 * they are of; or a new one, sent whole.
 */
type Source<V> = { readonly stored: V; readonly version?: string } | { readonly blank: V };

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
 * from it. A colleague's concurrent changes appear in the fields that are not changed here; of a field that both have
 * changed, the person sees both values and chooses before anything is saved.
 */
export function useRecordForm<C extends SavingCall, V extends BodyOf<C>>(options: RecordFormOptions<C, V>) {
  const { call, params, refresh, fields, onSaved } = options;
  const isNew = 'blank' in options;
  const source: Values = 'blank' in options ? options.blank : options.stored;
  const specs = Object.entries<FormField>(fields);
  const mayChange = useMayCall(call);
  const act = useAct<SavingCall>(call, { refresh });
  const extra = useRef<object>({});
  const version = ('version' in options && options.version) || null;
  const seen = useRef(version);
  const isRetryDue = useRef(false);
  const form = useForm<Values, CallReply<C>>({
    initial: source,
    schema: call.body as z.ZodType<unknown, Values>,
    onlyChanges: !isNew,
    draft: [call.path, ...Object.values(params ?? {})].join(' '),
    secret: specs.filter(([, { kind }]) => kind?.endsWith('password')).map(([name]) => name),
    send: async (sent) => {
      const known = seen.current === null ? {} : { updatedAt: seen.current };
      const input = { params, body: { ...sent, ...extra.current, ...known } } as CallInput<SavingCall>;
      try {
        const reply = await act.mutateAsync(input);
        seen.current = versionOf(reply) ?? seen.current;
        return reply as CallReply<C>;
      } catch (error) {
        isRetryDue.current = error instanceof ApiError && error.code === 'changed_since';
        throw error;
      }
    },
    onSaved,
  });
  const { theirs, resolve } = useColleaguesChanges(form, {
    source,
    version,
    onFollowed: (conflicts) => {
      seen.current = version;
      if (isRetryDue.current && conflicts === 0) void form.submit();
      isRetryDue.current = false;
    },
  });
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
    submit: async (event?: SyntheticEvent<HTMLFormElement>, more: BodyOf<C> = {}) => {
      extra.current = more;
      event?.preventDefault();
      if (Object.keys(theirs).length === 0) await form.submit(event);
    },
    /** Fields that a colleague has changed too: each with their value. */
    conflicts: specs
      .filter(([name]) => name in theirs)
      .map(([name, field]) => ({
        name,
        label: field.label,
        theirs: fieldValue(field, theirs[name], source),
      })),
    /** Decides between the value typed here and the colleague's. */
    resolveConflict: (name: string, choice: 'mine' | 'theirs') => {
      if (choice === 'theirs') form.set({ [name]: theirs[name] });
      resolve(name);
    },
  };
}

/** The version of the record that a route replies with. */
function versionOf(reply: unknown): string | null {
  const { updatedAt } = (reply ?? {}) as { readonly updatedAt?: unknown };
  return typeof updatedAt === 'string' ? updatedAt : null;
}

export type RecordFormOf<V> = ReturnType<typeof useRecordForm<SavingCall, V & object>>;

interface Followed {
  readonly source: Values;
  readonly version: string | null;
}

/**
 * Updates the fields to what was stored meanwhile, except for those that differ from what was stored before: of these,
 * the ones that a colleague has changed as well are `theirs`, until the person has chosen.
 */
function useColleaguesChanges(
  form: ReturnType<typeof useForm>,
  { source, version, onFollowed }: Followed & { onFollowed(conflicts: number): void },
) {
  const followed = useRef<Followed>({ source, version });
  const [theirs, setTheirs] = useState<Values>({});
  useEffect(() => {
    const { source: before, version: known } = followed.current;
    if (form.sending || (known === version && isSame(before, source))) return;
    followed.current = { source, version };
    const conflicts: Record<string, unknown> = { ...theirs };
    for (const [name, value] of Object.entries(source)) {
      if (isSame(before[name], value)) continue;
      if (!form.isChanged(name)) form.methods.setValue(name, value);
      else if (isSame(form.values[name], value)) delete conflicts[name];
      else conflicts[name] = value;
    }
    form.compareWith(source);
    setTheirs(conflicts);
    onFollowed(Object.keys(conflicts).length);
  });
  const resolve = (name: string) =>
    setTheirs(({ [name]: _resolved, ...others }: Record<string, unknown>) => others);
  return { theirs, resolve };
}
