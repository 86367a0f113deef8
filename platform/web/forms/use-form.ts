import { zodResolver } from '@hookform/resolvers/zod';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { type FieldValues, type UseFormReturn, useForm as useHookForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from '../api/api-error.ts';
import { focusFirst } from './focus-first.ts';
import { errorsByName, isSame, serverErrorsFor } from './form-changes.ts';

type Values = Readonly<Record<string, unknown>>;

type Options<V extends Values> = {
  readonly initial: V;
  /** Checks the values as they were typed; its messages stand beside their fields. */
  readonly schema?: z.ZodType<unknown, V>;
  /** Sends the values as they were typed. What it throws stands beside the fields, or in `problem`. */
  readonly send: (values: V) => Promise<unknown>;
};

type TextName<V> = { [Name in keyof V & string]: V[Name] extends string ? Name : never }[keyof V & string];
type FlagName<V> = { [Name in keyof V & string]: V[Name] extends boolean ? Name : never }[keyof V & string];
type TextElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * A form outside the office's records: values, errors beside their fields, and one submission at a time.
 * A field is checked when it is left and all are checked when the form is sent; the first wrong field takes the focus.
 */
export function useForm<V extends Values>({ initial, schema, send }: Options<V>) {
  const form = useHookForm<FieldValues>({
    defaultValues: initial,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    // The library's types know no readonly values.
    ...(schema && {
      resolver: zodResolver(schema as z.ZodType<FieldValues, FieldValues>, undefined, { raw: true }),
    }),
  });
  const [saved, setSaved] = useState(initial);
  // Every name of `initial` has a value: the watched ones are the newer of the same.
  const values = { ...initial, ...useWatch({ control: form.control }) } as V;
  const sending = useSending(form, send, setSaved);
  const set = (changes: Partial<V>) => setAll(form, changes);
  return {
    ...sending,
    values,
    errors: errorsByName(form.formState.errors),
    sending: form.formState.isSubmitting,
    changed: !isSame(values, saved),
    set,
    ...fieldProps<V>({ form, values, saved, set }),
  };
}

/** Sends the form, once at a time, and puts what the server says beside its field. */
function useSending<V extends Values>(
  form: UseFormReturn<FieldValues>,
  send: (values: V) => Promise<unknown>,
  onSaved: (values: V) => void,
) {
  const [problem, setProblem] = useState<Error | null>(null);
  // Two quick presses come before the first is drawn: state would let both through.
  const busy = useRef(false);

  async function submit(event?: FormEvent<HTMLFormElement>): Promise<void> {
    event?.preventDefault();
    if (busy.current) return;
    busy.current = true;
    const element = event?.currentTarget;
    const focusWrong = (errors: Values) => element && focusFirst(element, errors);
    const refuse = (error: unknown) => {
      if (!(error instanceof Error)) throw error;
      const found = error instanceof ApiError ? serverErrorsFor(error.errors, form.getValues()) : [];
      for (const { name, message } of found) form.setError(name, { type: 'server', message });
      if (found.length === 0) setProblem(error);
      focusWrong(Object.fromEntries(found.map(({ name }) => [name.split('.')[0], true])));
    };
    setProblem(null);
    const valid = async (given: FieldValues) => {
      // Not the values of later: text typed on the way has not been sent.
      const sent = given as V;
      await send(sent).then(() => onSaved(sent), refuse);
    };
    try {
      await form.handleSubmit(valid, focusWrong)();
    } finally {
      busy.current = false;
    }
  }
  return {
    submit,
    /** What went wrong that no field shows; its message is a sentence for the person. */
    problem,
  };
}

/** An error goes away as soon as its field is typed in; it comes back on leaving. */
function setAll(form: UseFormReturn<FieldValues>, changes: Values): void {
  for (const [name, value] of Object.entries(changes)) {
    form.clearErrors(name);
    form.setValue(name, value);
  }
}

interface Parts<V> {
  readonly form: UseFormReturn<FieldValues>;
  readonly values: V;
  readonly saved: V;
  set(changes: Partial<V>): void;
}

/** What each kind of field takes. */
function fieldProps<V extends Values>({ form, values, saved, set }: Parts<V>) {
  const errors = errorsByName(form.formState.errors);
  // A computed name widens the type: the callers' own types keep name and value together.
  const setOne = (name: keyof V & string, value: unknown) => set({ [name]: value } as Partial<V>);
  const leave = (name: keyof V & string) => () => {
    // Passing through an empty form is no mistake yet.
    if (!isSame(form.getValues(name), saved[name]) || errors[name]) void form.trigger(name);
  };
  return {
    /** Props of a text field, a select or a text area. */
    text: (name: TextName<V>) => ({
      name,
      value: String(values[name]),
      error: errors[name],
      onChange: (event: ChangeEvent<TextElement>) => setOne(name, event.target.value),
      onBlur: leave(name),
    }),
    /** Props of a checkbox or a switch. */
    flag: (name: FlagName<V>) => ({
      name,
      checked: values[name] === true,
      error: errors[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => setOne(name, event.target.checked),
    }),
    /** Props of a part that hands over the value itself: CodeField, RadioTiles. */
    choice: <Name extends keyof V & string>(name: Name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (value: V[Name]) => setOne(name, value),
    }),
  };
}
