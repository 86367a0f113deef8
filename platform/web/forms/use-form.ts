import { zodResolver } from '@hookform/resolvers/zod';
import { type ChangeEvent, type RefObject, type SyntheticEvent, useRef, useState } from 'react';
import {
  type FieldErrors,
  type FieldValues,
  get,
  type Resolver,
  type UseFormReturn,
  useForm as useHookForm,
  useWatch,
} from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from '../api/api-error.ts';
import { changesIn, errorsByName, isSame, serverErrorsFor } from './form-changes.ts';
import { useUnsavedDraft } from './unsaved-drafts.ts';
import { useOneSubmission } from './use-one-submission.ts';

type Values = Readonly<Record<string, unknown>>;

interface Checks<V extends Values> {
  /** Validates the values as typed; its messages are shown next to their fields. */
  readonly schema?: z.ZodType<unknown, V> | undefined;
  /** Without zod, for pages that must load fast: a sentence for each invalid field. */
  readonly check?: ((values: V) => Readonly<Partial<Record<keyof V & string, string | false>>>) | undefined;
  /** For values nested deeper than one list. */
  readonly resolver?: Resolver<FieldValues>;
}

interface Options<V extends Values, Reply> extends Checks<V> {
  readonly initial: V;
  /** The saved values, if the form starts with others. */
  readonly savedFirst?: V;
  /** Validates and sends only the fields that differ from the saved ones. */
  readonly onlyChanges?: boolean;
  /** Sends the values. An error is shown next to the fields, or is the form's `problem`. */
  readonly send: (values: V) => Promise<Reply>;
  /** Called after the values have become the saved ones. */
  readonly onSaved?: ((reply: Reply) => unknown) | undefined;
  /** Fields that the server does not store as sent: after its reply, the form has these values. */
  readonly storedAs?: Partial<V>;
  /**
   * Names the form on its page, so that its values survive an expired session (`useUnsavedDraft`). Not for a form with
   * a code or a card.
   */
  readonly draft?: string;
  /** Fields that no draft may contain: passwords. */
  readonly secret?: readonly string[];
  /** Maps the path of a server error to the form's field, if their names differ. */
  fieldOf?(path: string): string;
}

type TextName<V> = { [Name in keyof V & string]: V[Name] extends string ? Name : never }[keyof V & string];
type FlagName<V> = { [Name in keyof V & string]: V[Name] extends boolean ? Name : never }[keyof V & string];
type TextElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * All forms of Kemas, on react-hook-form: values, errors next to their fields, the saved state, and one submission at a
 * time. A changed field is validated on blur, an invalid one while typing; submitting validates all and focuses the
 * first invalid field.
 */
export function useForm<V extends Values, Reply = unknown>(options: Options<V, Reply>) {
  const { initial, savedFirst = initial, storedAs, draft, secret = [] } = options;
  const [saved, setSaved] = useSaved<V>(savedFirst);
  const methods = useHookForm<FieldValues>({
    defaultValues: initial,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: resolverOf(options, saved),
  });
  const values = { ...initial, ...useWatch({ control: methods.control }) } as V;
  const errors = errorsByName(methods.formState.errors);
  const set = (changes: Partial<V>) => {
    for (const [name, value] of Object.entries(changes))
      methods.setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: name in errors });
  };
  const submission = useSubmission(methods, {
    ...options,
    markSaved: (sent: V) => {
      setSaved({ ...saved.current, ...sent, ...storedAs });
      // Values typed during the submission stay.
      for (const [name, value] of Object.entries(storedAs ?? {}))
        if (isSame(methods.getValues(name), sent[name])) methods.setValue(name, value);
    },
  });
  useUnsavedDraft(draft, {
    changes: () => {
      const changed = Object.entries(changesIn(values, saved.current));
      return Object.fromEntries(changed.filter(([name]) => !secret.includes(name)));
    },
    restore: (changes) => set(changes as Partial<V>),
  });
  const isChanged = (name: keyof V & string) => !isSame(values[name], saved.current[name]);
  const leave = (name: keyof V & string) => {
    // Tabbing through an empty form is not an error yet. An invalid field is revalidated while typing, and the server's
    // error on it stays until then.
    if (isChanged(name) && !(name in errors)) void methods.trigger(name);
  };
  return {
    ...submission,
    /** For react-hook-form's own hooks: useController, useFieldArray. */
    methods,
    values,
    /** The first sentence for each invalid field, by its name. */
    errors,
    saved: saved.current,
    changed: !isSame(values, saved.current),
    isChanged,
    set,
    /** From now on these count as saved. */
    compareWith: setSaved,
    undo: () => {
      submission.clear();
      methods.reset(saved.current as FieldValues);
    },
    ...fieldProps<V>({ values, errors, set, leave, isChanged }),
  };
}

/** The saved values. A ref in addition to state, because validation and submission happen between two renders. */
function useSaved<V extends Values>(first: V) {
  const [, render] = useState(first);
  const saved = useRef(first);
  const set = (next: V) => {
    saved.current = next;
    render(next);
  };
  return [saved, set] as const;
}

function resolverOf<V extends Values>(
  { schema, check, resolver, onlyChanges = false }: Checks<V> & { readonly onlyChanges?: boolean },
  saved: RefObject<V>,
): Resolver<FieldValues> {
  const checked =
    resolver ??
    (schema
      ? zodResolver(schema as z.ZodType<FieldValues, FieldValues>, undefined, { raw: true })
      : (values: FieldValues) => resultOf(values, check?.(values as V) ?? {}));
  if (!onlyChanges) return checked;
  return (values, context, rest) => checked(changesIn(values, saved.current), context, rest);
}

function resultOf(values: FieldValues, found: Readonly<Record<string, string | false | undefined>>) {
  const wrong = Object.entries(found).flatMap(([name, message]) =>
    message ? [[name, { type: 'check', message }] as const] : [],
  );
  return wrong.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(wrong) };
}

type SubmissionOptions<V extends Values, Reply> = Pick<
  Options<V, Reply>,
  'send' | 'onSaved' | 'fieldOf' | 'onlyChanges'
> & { markSaved(sent: V): void };

/** Submits the form, one submission at a time, and shows the server's errors next to their fields. */
function useSubmission<V extends Values, Reply>(
  methods: UseFormReturn<FieldValues>,
  { send, onSaved, fieldOf, onlyChanges = false, markSaved }: SubmissionOptions<V, Reply>,
) {
  const [problem, setProblem] = useState<Error | null>(null);
  const [refusal, setRefusal] = useState<Error | null>(null);
  const [timesSaved, setTimesSaved] = useState(0);
  const { isBusy, run } = useOneSubmission();
  const element = useRef<HTMLFormElement | null>(null);
  const focusWrong = (errors: FieldErrors) => {
    if (element.current) focusFirst(element.current, errors);
  };

  function refuse(error: unknown): void {
    if (!(error instanceof Error)) throw error;
    setRefusal(error);
    const found =
      error instanceof ApiError ? serverErrorsFor(error.errors, methods.getValues(), fieldOf) : [];
    for (const { name, message } of found) methods.setError(name, { type: 'server', message });
    if (found.length === 0) setProblem(error);
    else focusWrong(Object.fromEntries(found.map(({ name }) => [name.split('.')[0], { type: 'server' }])));
  }

  async function valid(values: FieldValues): Promise<void> {
    // Values typed from now on are not sent.
    const sent = structuredClone(values) as V;
    if (onlyChanges && Object.keys(sent).length === 0) return;
    try {
      const reply = await send(sent);
      markSaved(sent);
      setTimesSaved((times) => times + 1);
      await onSaved?.(reply);
    } catch (error) {
      refuse(error);
    }
  }

  /** Called by the form's submit event, or by a press on one of its buttons. */
  async function submit(event?: SyntheticEvent<HTMLFormElement | HTMLButtonElement>): Promise<void> {
    event?.preventDefault();
    const source = event?.currentTarget;
    if (source) element.current = source instanceof HTMLButtonElement ? source.form : source;
    await run(async () => {
      setProblem(null);
      await methods.handleSubmit(valid, focusWrong)();
    });
  }
  return {
    submit,
    sending: isBusy,
    timesSaved,
    /** The error that no field shows; its message is a sentence for the person. */
    problem,
    /** The last error, even if it is shown next to its fields. */
    refusal,
    clear: () => setProblem(null),
  };
}

interface Parts<V> {
  readonly values: V;
  readonly errors: Readonly<Record<string, string>>;
  set(changes: Partial<V>): void;
  leave(name: keyof V & string): void;
  isChanged(name: keyof V & string): boolean;
}

/** Props for each kind of field. */
function fieldProps<V extends Values>({ values, errors, set, leave, isChanged }: Parts<V>) {
  // A computed key widens the type: the callers' types keep name and value consistent.
  const setOne = (name: keyof V & string, value: unknown) => set({ [name]: value } as Partial<V>);
  return {
    /** Props of a text field, a select or a text area. */
    text: (name: TextName<V>) => ({
      name,
      value: String(values[name] ?? ''),
      error: errors[name],
      onChange: (event: ChangeEvent<TextElement>) => setOne(name, event.target.value),
      onBlur: () => leave(name),
    }),
    /** Props of a checkbox or a switch. */
    flag: (name: FlagName<V>) => ({
      name,
      checked: values[name] === true,
      error: errors[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => setOne(name, event.target.checked),
    }),
    /** Props of a component that passes the value itself: CodeField, RadioTiles. */
    choice: <Name extends keyof V & string>(name: Name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (value: V[Name]) => setOne(name, value),
    }),
    /** Props for `FormInput`, whatever its kind. */
    input: (name: keyof V & string): FieldInput => ({
      name,
      value: values[name],
      error: errors[name],
      changed: isChanged(name),
      onChange: (value) => setOne(name, value),
      onBlur: () => leave(name),
    }),
  };
}

/** One field of a form: its value, its error, and whether it differs from the saved value. */
export interface FieldInput {
  readonly name: string;
  readonly value: unknown;
  readonly error?: string | undefined;
  readonly changed: boolean;
  onChange(value: unknown): void;
  onBlur(): void;
}

/** Moves the focus to the first invalid field in page order. */
function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  const fields = [...form.elements].filter((element) => element instanceof HTMLElement);
  const isWrong = (name: string | null | undefined) => !!name && get(errors, name) !== undefined;
  const first =
    fields.find((field) => isWrong(field.getAttribute('name'))) ??
    // The error belongs to a whole list, whose fields are named `dates.0.startTime`.
    fields.find((field) => isWrong(field.getAttribute('name')?.split('.')[0]));
  first?.focus();
}
