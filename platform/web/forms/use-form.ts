import { type ChangeEvent, type FormEvent as ReactFormEvent, useReducer, useRef } from 'react';
import { ApiError } from '../api/api-error.ts';
import { focusFirst } from './focus-first.ts';
import {
  beginForm,
  type Check,
  type FormEvent,
  type FormState,
  isChanged,
  nextForm,
  serverErrors,
  type Values,
} from './form-state.ts';

type Options<V extends Values> = {
  readonly initial: V;
  readonly check?: Check<V>;
  /** Sends the values. What it throws stands beside the fields, or in `problem`. */
  readonly send: (values: V) => Promise<unknown>;
};

type TextName<V> = { [Name in keyof V & string]: V[Name] extends string ? Name : never }[keyof V & string];
type FlagName<V> = { [Name in keyof V & string]: V[Name] extends boolean ? Name : never }[keyof V & string];
type TextElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * A form: values, errors beside their fields, and one submission at a time.
 * A field is checked when it is left and all are checked when the form is sent; the first wrong field takes the focus.
 */
export function useForm<V extends Values>({ initial, check = nothingWrong, send }: Options<V>) {
  const [state, dispatch] = useReducer(
    (before: FormState<V>, event: FormEvent<V>) => nextForm(before, event),
    initial,
    beginForm,
  );
  // Two quick presses come before the first is drawn: state would let both through.
  const sending = useRef(false);

  async function submit(event?: ReactFormEvent<HTMLFormElement>): Promise<void> {
    event?.preventDefault();
    if (sending.current) return;
    const form = event?.currentTarget;
    const refuse = ({ errors, problem }: Pick<FormState<V>, 'errors' | 'problem'>) => {
      dispatch({ type: 'refused', errors, problem });
      if (form) focusFirst(form, errors);
    };
    const errors = check(state.values);
    if (Object.keys(errors).length > 0) return refuse({ errors, problem: null });
    sending.current = true;
    dispatch({ type: 'sending' });
    try {
      await send(state.values);
      dispatch({ type: 'sent', values: state.values });
    } catch (error) {
      refuse(refusalOf(error, state.values));
    } finally {
      sending.current = false;
    }
  }

  return {
    values: state.values,
    errors: state.errors,
    /** What went wrong that no field shows; its message is a sentence for the person. */
    problem: state.problem,
    sending: state.sending,
    changed: isChanged(state),
    /** What counts as unchanged: office forms name the changes. */
    saved: state.saved,
    set: (values: Partial<V>) => dispatch({ type: 'typed', values }),
    submit,
    /** Begins again with other values, e.g. when the stored ones have come. */
    reset: (values: V) => dispatch({ type: 'reset', values }),
    ...fieldProps(state, dispatch, check),
  };
}

const nothingWrong = () => ({});

/** What each kind of field takes. */
function fieldProps<V extends Values>(
  { values, saved, errors }: FormState<V>,
  dispatch: (event: FormEvent<V>) => void,
  check: Check<V>,
) {
  // A computed name widens the type: the callers' own types keep name and value together.
  const set = (name: keyof V & string, value: unknown) =>
    dispatch({ type: 'typed', values: { [name]: value } as Partial<V> });
  const leave = (name: keyof V & string) => () => {
    // Passing through an empty form is no mistake yet.
    if (values[name] === saved[name] && !errors[name]) return;
    dispatch({ type: 'left', name, found: check(values) });
  };
  return {
    /** Props of a text field, a select or a text area. */
    text: (name: TextName<V>) => ({
      name,
      value: String(values[name]),
      error: errors[name],
      onChange: (event: ChangeEvent<TextElement>) => set(name, event.target.value),
      onBlur: leave(name),
    }),
    /** Props of a checkbox or a switch. */
    flag: (name: FlagName<V>) => ({
      name,
      checked: values[name] === true,
      error: errors[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.target.checked),
    }),
    /** Props of a part that hands over the value itself: CodeField, RadioTiles. */
    choice: <Name extends keyof V & string>(name: Name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (value: V[Name]) => set(name, value),
    }),
  };
}

/** The refusal as this form shows it. */
function refusalOf(error: unknown, values: Values): Pick<FormState<Values>, 'errors' | 'problem'> {
  if (!(error instanceof Error)) throw error;
  if (!(error instanceof ApiError)) return { errors: {}, problem: error };
  const errors = serverErrors(error.errors, values);
  return { errors, problem: Object.keys(errors).length > 0 ? null : error };
}
