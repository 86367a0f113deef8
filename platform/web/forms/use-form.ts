import { type ChangeEvent, type FormEvent, type RefObject, useRef, useState } from 'react';
import type { z } from 'zod';
import { ApiError } from '../api/api-error.ts';
import { focusFirst } from './focus-first.ts';
import { changesIn, isSame, serverErrorsFor } from './form-changes.ts';
import { useUnsavedDraft } from './unsaved-drafts.ts';

type Values = Readonly<Record<string, unknown>>;
/** A sentence for each field that is wrong, by its name. */
type Errors = Readonly<Record<string, string>>;

type Checks<V extends Values> = {
  /** Checks the values as they were typed; its messages stand beside their fields. */
  readonly schema?: z.ZodType<unknown, V> | undefined;
  /** The same without zod, for pages that are to stand at once: a sentence for each field that is wrong. */
  readonly check?: ((values: V) => Readonly<Partial<Record<keyof V & string, string | false>>>) | undefined;
};

type Options<V extends Values> = Checks<V> & {
  readonly initial: V;
  /** Sends the values as they were typed. What it throws stands beside the fields, or in `problem`. */
  readonly send: (values: V) => Promise<unknown>;
  /** Fields that the server does not store as they were sent: once it has answered, the form has these values. */
  readonly storedAs?: Partial<V>;
  /**
   * Names the form on its page, so that what is typed is kept when the session expires (`useUnsavedDraft`). Never for a
   * form with a password, a code or a card.
   */
  readonly draft?: string;
};

type TextName<V> = { [Name in keyof V & string]: V[Name] extends string ? Name : never }[keyof V & string];
type FlagName<V> = { [Name in keyof V & string]: V[Name] extends boolean ? Name : never }[keyof V & string];
type TextElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * A form outside the office's records: values, errors beside their fields, and one submission at a time.
 * A field is checked when it is left and all are checked when the form is sent; the first wrong field takes the focus.
 */
export function useForm<V extends Values>({ initial, schema, check, send, storedAs, draft }: Options<V>) {
  const fields = useFields(initial);
  const [saved, setSaved] = useState(initial);
  const errorsNow = () => errorsIn(fields.now.current.values, { schema, check });
  const values = { ...initial, ...fields.drawn.values };
  const { errors } = fields.drawn;
  /** An error goes away as soon as its field is typed in; it comes back on leaving. */
  const set = (changes: Partial<V>) => {
    const { now, become } = fields;
    become({
      values: { ...now.current.values, ...changes },
      errors: without(now.current.errors, Object.keys(changes)),
    });
  };
  useUnsavedDraft(draft, {
    changes: () => changesIn(values, saved),
    restore: (changes) => set(changes as Partial<V>),
  });
  const onSaved = (sent: V) => {
    setSaved({ ...sent, ...storedAs });
    if (storedAs === undefined) return;
    // What was typed while the form was being sent stays.
    const { values: typed } = fields.now.current;
    const untouched = Object.entries(storedAs).filter(([name]) => isSame(typed[name], sent[name]));
    set(Object.fromEntries(untouched) as Partial<V>);
  };
  const sending = useSending({ fields, errorsNow, send, onSaved });
  const leave = async (name: keyof V & string) => {
    const { now, become } = fields;
    // Passing through an empty form is no mistake yet.
    if (isSame(now.current.values[name], saved[name]) && !errors[name]) return;
    const { [name]: wrong } = await errorsNow();
    const others = without(now.current.errors, [name]);
    become({ errors: wrong === undefined ? others : { ...others, [name]: wrong } });
  };
  return {
    ...sending,
    values,
    errors,
    changed: !isSame(values, saved),
    set,
    ...fieldProps<V>({ values, errors, set, leave }),
  };
}

interface Typed<V> {
  readonly values: V;
  readonly errors: Errors;
}

/** What is typed, and what is wrong with it. `now` is newer than what is `drawn` where two things happen at once. */
interface Fields<V> {
  readonly drawn: Typed<V>;
  readonly now: RefObject<Typed<V>>;
  readonly become: (changes: Partial<Typed<V>>) => void;
}

function useFields<V extends Values>(initial: V): Fields<V> {
  const [drawn, draw] = useState<Typed<V>>({ values: initial, errors: {} });
  const now = useRef(drawn);
  const become = (changes: Partial<Typed<V>>) => {
    now.current = { ...now.current, ...changes };
    draw(now.current);
  };
  return { drawn, now, become };
}

/** Of a list, the first sentence for any of its parts. */
async function errorsIn<V extends Values>(values: V, { schema, check }: Checks<V>): Promise<Errors> {
  const checked = Object.entries<string | false | undefined>(check?.(values) ?? {});
  const said = checked.flatMap(([name, message]) => (message ? [[name, message] as const] : []));
  const issues = (await schema?.safeParseAsync(values))?.error?.issues ?? [];
  const found = issues.map(({ path, message }) => [String(path[0] ?? ''), message] as const);
  return firstOfEach([...said, ...found]);
}

function firstOfEach(errors: readonly (readonly [name: string, message: string])[]): Errors {
  return Object.fromEntries(errors.toReversed());
}

function without(errors: Errors, names: readonly string[]): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
}

interface Sending<V> {
  readonly fields: Fields<V>;
  readonly errorsNow: () => Promise<Errors>;
  readonly send: (values: V) => Promise<unknown>;
  readonly onSaved: (values: V) => void;
}

/** Sends the form, once at a time, and puts what the server says beside its field. */
function useSending<V extends Values>({ fields, errorsNow, send, onSaved }: Sending<V>) {
  const { now, become } = fields;
  const [problem, setProblem] = useState<Error | null>(null);
  const [isSending, setSending] = useState(false);
  // Two quick presses come before the first is drawn: state would let both through.
  const busy = useRef(false);

  async function submit(event?: FormEvent<HTMLFormElement>): Promise<void> {
    event?.preventDefault();
    if (busy.current) return;
    busy.current = true;
    const element = event?.currentTarget;
    const focusWrong = (errors: Errors) => element && focusFirst(element, errors);
    const refuse = (error: unknown) => {
      if (!(error instanceof Error)) throw error;
      const found = firstOfEach(error instanceof ApiError ? refusedFields(error, now.current.values) : []);
      become({ errors: { ...now.current.errors, ...found } });
      if (Object.keys(found).length === 0) setProblem(error);
      focusWrong(found);
    };
    setProblem(null);
    setSending(true);
    try {
      // Not the values of later: text typed on the way has not been sent.
      const { values } = now.current;
      const errors = await errorsNow();
      become({ errors });
      if (Object.keys(errors).length > 0) focusWrong(errors);
      else await send(values).then(() => onSaved(values), refuse);
    } finally {
      busy.current = false;
      setSending(false);
    }
  }
  return {
    submit,
    sending: isSending,
    /** What went wrong that no field shows; its message is a sentence for the person. */
    problem,
  };
}

/** What the server says of fields that the form has; of a list's parts, under the list's name. */
function refusedFields({ errors }: ApiError, values: Values): (readonly [name: string, message: string])[] {
  return serverErrorsFor(errors, values).map(({ name, message }) => [name.split('.')[0] ?? '', message]);
}

interface Parts<V> {
  readonly values: V;
  readonly errors: Errors;
  set(changes: Partial<V>): void;
  leave(name: keyof V & string): Promise<void>;
}

/** What each kind of field takes. */
function fieldProps<V extends Values>({ values, errors, set, leave }: Parts<V>) {
  // A computed name widens the type: the callers' own types keep name and value together.
  const setOne = (name: keyof V & string, value: unknown) => set({ [name]: value } as Partial<V>);
  return {
    /** Props of a text field, a select or a text area. */
    text: (name: TextName<V>) => ({
      name,
      value: String(values[name]),
      error: errors[name],
      onChange: (event: ChangeEvent<TextElement>) => setOne(name, event.target.value),
      onBlur: () => void leave(name),
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
