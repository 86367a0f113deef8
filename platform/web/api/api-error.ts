import type { FieldError } from '../../kernel/refusal.ts';
import { officeTextOf } from '../i18n/office-texts.ts';

type Meaning = {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  readonly extensions?: Readonly<Record<string, unknown>>;
};

/** The code of a request that never reached the server. */
export const OFFLINE = 'offline';

/**
 * A response without the expected success status. Contains the server's problem document unchanged: its status, stable
 * code, sentence for the person, field errors, and all fields as `extensions`.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  /** HTTP status, 0 if there was no response. */
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  readonly extensions: Readonly<Record<string, unknown>>;

  constructor({ status, code, title, detail, errors = [], extensions = {} }: Meaning) {
    // Fixed sentences of the server, in the office's language; elsewhere unchanged.
    super(officeTextOf(detail));
    this.status = status;
    this.code = code;
    this.title = officeTextOf(title);
    this.detail = this.message;
    this.errors = errors.map((error) => ({ ...error, message: officeTextOf(error.message) }));
    this.extensions = extensions;
  }
}

/** No response: no signal, or the server is unreachable. */
export function offlineError(): ApiError {
  return new ApiError({
    status: 0,
    code: OFFLINE,
    title: 'No answer',
    detail: 'We could not connect. Check your connection, then try again.',
  });
}

/**
 * Reads an error response. A body that is not a problem document (a proxy's page) still becomes an error with its
 * status.
 */
export async function errorOf(response: Response): Promise<ApiError> {
  const problem = parseProblem(await response.text());
  const text = (name: string, otherwise: string) => {
    const value = problem[name];
    return typeof value === 'string' && value !== '' ? value : otherwise;
  };
  return new ApiError({
    status: response.status,
    code: text('code', 'unexpected'),
    title: text('title', 'Something went wrong on our side'),
    detail: text('detail', 'Something went wrong on our side. Try again in a moment.'),
    errors: fieldErrorsOf(problem.errors),
    extensions: problem,
  });
}

function parseProblem(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  } catch {
    // Not JSON, such as a proxy's error page: there are no fields to pass on.
    return {};
  }
}

function fieldErrorsOf(value: unknown): FieldError[] {
  return Array.isArray(value) ? value.filter(isFieldError) : [];
}

function isFieldError(value: unknown): value is FieldError {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    typeof value.path === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}
