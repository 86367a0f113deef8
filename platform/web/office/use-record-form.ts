import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type FieldValues, type Resolver, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import type { CallDefinition } from '../../contract/call.ts';
import { ApiError } from '../api/api-error.ts';
import type { Callable, CallInput, CallReply } from '../api/callable.ts';
import { useAct } from '../api/queries.ts';
import { focusFirst } from '../forms/focus-first.ts';
import { changesIn, errorsByName, isSame, serverErrorsFor } from '../forms/form-changes.ts';
import { useUnsavedDraft } from '../forms/unsaved-drafts.ts';
import type { FormField, FormFields } from './form-fields.ts';

/** A call that saves something: its body's schema checks the form. */
export type SavingCall = CallDefinition & { readonly body: NonNullable<CallDefinition['body']> };

type BodyOf<C extends SavingCall> = Partial<NonNullable<CallInput<C>['body']>>;

/** Where the values come from: a stored record, of which only what changed is sent, or a new one, sent whole. */
type Source<V> = { readonly stored: V } | { readonly blank: V };

export type RecordFormOptions<C extends SavingCall, V extends BodyOf<C>> = Source<V> & {
  readonly call: C;
  readonly params?: object;
  /** Reads that a save makes stale. */
  readonly refresh: readonly Callable[];
  readonly fields: FormFields<V>;
  readonly onSaved?: (reply: CallReply<C>) => unknown;
};

/** Values of a form by field name; what they are stands in the call's schema. */
type Values = Readonly<Record<string, unknown>>;

/**
 * A form of the office over one call. The call's schema checks it, a stored record sends only the fields that differ
 * from it, and what a colleague changed meanwhile shows up in the fields that nobody is typing in.
 */
export function useRecordForm<C extends SavingCall, V extends BodyOf<C>>(options: RecordFormOptions<C, V>) {
  const isNew = 'blank' in options;
  const source: Values = 'blank' in options ? options.blank : options.stored;
  const [saved, setSaved] = useSaved(source);
  const resolver: Resolver<FieldValues> = (values, context, rest) => {
    const body = isNew ? values : changesIn(values, saved.current);
    return zodResolver(bodyOf(options.call), undefined, { raw: true })(body, context, rest);
  };
  const form = useForm<FieldValues>({
    defaultValues: source,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver,
  });
  const values: Values = { ...source, ...useWatch({ control: form.control }) };
  const sending = useSending(form, options, { isNew, saved, setSaved });
  useColleaguesChanges(form, { source, saved, setSaved, busy: sending.sending });
  useUnsavedDraft(draftNameOf(options), {
    changes: () => withoutPasswords(changesIn(values, saved.current), options.fields),
    restore: (changes) => setAll(form, changes),
  });
  const isChanged = (name: keyof V & string) => !isSame(values[name], saved.current[name]);
  const labels = Object.entries<{ readonly label: string }>(options.fields);
  const changedNames = labels.filter(([name]) => isChanged(name as keyof V & string));
  return {
    ...sending,
    fields: options.fields,
    values: values as V,
    errors: errorsByName(form.formState.errors),
    isChanged,
    changed: changedNames.length > 0,
    changedNames: changedNames.map(([, { label }]) => label),
    set: (changes: Partial<V>) => setAll(form, changes),
    /** From now on these count as not changed: a new record of another kind begins with them. */
    compareWith: (blank: V) => setSaved(blank as Values),
    /** Props of a text field, a select or a text area. */
    field: (name: keyof V & string) => fieldProps(form, name, options.fields[name], isChanged(name)),
  };
}

/** The call and the record that it saves. */
function draftNameOf({ call, params = {} }: { readonly call: SavingCall; readonly params?: object }): string {
  return [call.path, ...Object.values(params)].join(' ');
}

function withoutPasswords(values: Values, fields: Readonly<Record<string, FormField>>): Values {
  const isPassword = (name: string) => fields[name]?.kind?.endsWith('password') ?? false;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isPassword(name)));
}

export type RecordFormOf<V> = ReturnType<typeof useRecordForm<SavingCall, V & object>>;

/** What counts as saved. A ref besides: the check and the save run outside of drawing. */
function useSaved(source: Values) {
  const [, draw] = useState(source);
  const saved = useRef(source);
  const set = (next: Values) => {
    saved.current = next;
    draw(next);
  };
  return [saved, set] as const;
}

interface Saving {
  readonly isNew: boolean;
  readonly saved: RefObject<Values>;
  setSaved(values: Values): void;
}

/** Sends the form, once at a time, and puts what the server says beside its field. */
function useSending<C extends SavingCall, V extends BodyOf<C>>(
  form: UseFormReturn<FieldValues>,
  options: RecordFormOptions<C, V>,
  { isNew, saved, setSaved }: Saving,
) {
  const act = useAct<SavingCall>(options.call, { refresh: options.refresh });
  const [problem, setProblem] = useState<Error | null>(null);
  const [refusal, setRefusal] = useState<Error | null>(null);
  const [timesSaved, setTimesSaved] = useState(0);
  // Two quick presses come before the first is drawn: state would let both through.
  const busy = useRef(false);
  const element = useRef<HTMLFormElement | null>(null);
  const focusWrong = (errors: Values) => element.current && focusFirst(element.current, errors);

  async function send(body: Values, extra: object): Promise<void> {
    const sent = structuredClone(body);
    const input = { params: options.params, body: { ...sent, ...extra } } as CallInput<SavingCall>;
    if (!isNew && Object.keys(sent).length === 0) return;
    const reply = (await act.mutateAsync(input)) as CallReply<C>;
    // What was typed while this was on its way is not saved: the comparison is with what was sent.
    setSaved({ ...saved.current, ...sent });
    setTimesSaved((times) => times + 1);
    await options.onSaved?.(reply);
  }

  function refuse(error: unknown): void {
    if (!(error instanceof Error)) throw error;
    setRefusal(error);
    const found = error instanceof ApiError ? serverErrorsFor(error.errors, form.getValues()) : [];
    for (const { name, message } of found) form.setError(name, { type: 'server', message });
    if (found.length === 0) setProblem(error);
    focusWrong(Object.fromEntries(found.map(({ name }) => [name.split('.')[0], true])));
  }

  /** Sends the form; `extra` goes along, e.g. that a warning was read. */
  async function submit(event?: FormEvent<HTMLFormElement>, extra: BodyOf<C> = {}): Promise<void> {
    event?.preventDefault();
    if (busy.current) return;
    busy.current = true;
    element.current = event?.currentTarget ?? element.current;
    setProblem(null);
    const valid = async (body: Values) => send(body, extra).catch(refuse);
    try {
      await form.handleSubmit(valid, focusWrong)();
    } finally {
      busy.current = false;
    }
  }
  const undo = () => {
    setProblem(null);
    form.reset(saved.current);
  };
  /** `refusal`: the last one, also where it stands beside its fields. */
  return { submit, undo, problem, refusal, timesSaved, sending: form.formState.isSubmitting };
}

interface SavedTracking extends Pick<Saving, 'saved' | 'setSaved'> {
  readonly source: Values;
  readonly busy: boolean;
}

/** Takes over what was stored meanwhile, but for the fields that differ from what was stored before. */
function useColleaguesChanges(form: UseFormReturn<FieldValues>, following: SavedTracking): void {
  const { source, saved, setSaved, busy } = following;
  const followed = useRef(source);
  useEffect(() => {
    if (busy || isSame(followed.current, source)) return;
    followed.current = source;
    for (const [name, value] of Object.entries(source)) {
      if (isSame(form.getValues(name), saved.current[name])) form.setValue(name, value);
    }
    setSaved(source);
  });
}

function setAll(form: UseFormReturn<FieldValues>, changes: object): void {
  const { isSubmitted } = form.formState;
  for (const [name, value] of Object.entries(changes)) {
    if (!isSubmitted) form.clearErrors(name);
    form.setValue(name, value, { shouldTouch: true, shouldValidate: isSubmitted });
  }
}

/** The schema as the resolver's types want it; which fields it has is checked where the form is made. */
function bodyOf(call: SavingCall) {
  return call.body as z.ZodType<FieldValues, FieldValues>;
}

function fieldProps(
  form: UseFormReturn<FieldValues>,
  name: string,
  { label, kind }: FormField,
  changed: boolean,
) {
  const error = errorsByName(form.formState.errors)[name];
  const { onBlur, ...registered } = form.register(name, kind === 'number' ? { setValueAs: readNumber } : {});
  return {
    ...registered,
    label,
    changed,
    error,
    // Passing through an empty field is no mistake yet.
    onBlur: (event: { target: unknown; type?: string }) =>
      changed || error ? onBlur(event) : Promise.resolve(),
  };
}

/** What is typed as a number; text that is none stays as it is, for the schema to refuse. */
function readNumber(typed: unknown): unknown {
  const text = typeof typed === 'string' ? typed.trim() : typed;
  if (text === '' || text === undefined || text === null) return undefined;
  const number = Number(text);
  return Number.isNaN(number) ? typed : number;
}
