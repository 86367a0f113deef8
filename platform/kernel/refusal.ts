/**
 * A "no" that a user can cause, as a value with a stable code. The error table of the contract that owns the code has
 * its HTTP status, its sentence for the user, and whether it alerts anyone.
 */
export interface Refusal<Code extends string = string> {
  readonly refusal: Code;
  /** Replaces the table's sentence with a more specific one. */
  readonly detail?: string;
  /** More fields of the problem document ("extension members" in RFC 9457), e.g. `alternatives` of `slot_taken`. */
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** The invalid fields, and what to enter instead. */
  readonly errors?: readonly FieldError[];
}

export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** Creates a refusal: `refuse('slot_taken', { extensions: { alternatives } })` */
export function refuse<const Code extends string>(
  code: Code,
  more: Omit<Refusal<Code>, 'refusal'> = {},
): Refusal<Code> {
  return { refusal: code, ...more };
}

/** Refuses one field: its path in the input, and what to enter instead. `refuseField('ids', 'List each item once.')` */
export function refuseField(path: string, message: string): Refusal<'invalid'> {
  return refuse('invalid', { errors: [{ path, message }] });
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refusal' in value;
}
