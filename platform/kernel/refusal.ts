/**
 * A "no" that a person can cause, as a value with a stable code. The HTTP status, the sentence for the
 * person and whether anyone is woken stand in the error table of the contract that owns the code.
 */
export interface Refusal<Code extends string = string> {
  readonly refusal: Code;
  /** Replaces the table's sentence where this case can say something more useful. */
  readonly detail?: string;
  /** Extra members of the problem document, e.g. `alternatives` of `slot_taken`. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Which field is wrong, and what to put there. */
  readonly errors?: readonly FieldError[];
}

export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** Makes a refusal: `refuse('slot_taken', { members: { alternatives } })`. */
export function refuse<const Code extends string>(
  code: Code,
  more: Omit<Refusal<Code>, 'refusal'> = {},
): Refusal<Code> {
  return { refusal: code, ...more };
}

/** Refuses one field: where it stands in the input, and what to put there. `refuseField('ids', 'List each item once.')` */
export function refuseField(path: string, message: string): Refusal<'invalid'> {
  return refuse('invalid', { errors: [{ path, message }] });
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refusal' in value;
}
