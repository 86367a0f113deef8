/** The meaning of a refusal code: its HTTP status, and its text for the user. */
export interface ErrorMeaning {
  readonly status: number;
  /** Short, the same for every occurrence. */
  readonly title: string;
  /** A sentence that tells the user what to do next. */
  readonly detail: string;
  /** Whether it is an alert (docs/runbook/alerts.md): only what staff must act on. */
  readonly wake?: true;
  /** True while something is in progress: a retry may soon get another reply, so it is not saved for the key. */
  readonly passing?: boolean;
}

export type ErrorTable = Readonly<Record<string, ErrorMeaning>>;

/** A feature's refusal codes. */
export function defineErrors<const T extends ErrorTable>(table: T): T {
  return table;
}

/** The part of a table that a route can reply with. */
export function pick<T extends ErrorTable, K extends keyof T>(table: T, ...codes: K[]): Pick<T, K> {
  return Object.fromEntries(codes.map((code) => [code, table[code]])) as Pick<T, K>;
}

/** Codes of all routes; the platform itself produces most of them. */
export const commonErrors = defineErrors({
  malformed: {
    status: 400,
    title: 'The request could not be read',
    detail: 'Send valid JSON as UTF-8 with the header Content-Type: application/json.',
  },
  unauthenticated: {
    status: 401,
    title: 'Sign in first',
    detail: 'You are signed out. Sign in and try again.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    detail: 'Your account cannot do this. Sign in with one that can.',
  },
  xsrf: {
    status: 403,
    title: 'The page is out of date',
    detail: 'Reload the page and try again.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    detail: 'We could not find this. Check the link and try again.',
  },
  idempotency_mismatch: {
    status: 409,
    title: 'Key used before',
    detail: 'This Idempotency-Key was already used for another request. Use a new key.',
  },
  in_progress: {
    status: 409,
    title: 'Still working on it',
    detail: 'The same request is still running. Try again in a moment.',
  },
  too_large: { status: 413, title: 'Too large', detail: 'Send less than 100 kB of JSON.' },
  wrong_media_type: {
    status: 415,
    title: 'Wrong content type',
    detail: 'Send the body as application/json.',
  },
  invalid: {
    status: 422,
    title: 'Something needs fixing',
    detail: 'Check the marked fields and send it again.',
  },
  changed_since: {
    status: 422,
    title: 'Changed by someone else',
    detail: 'Someone else has changed this since you read it. Nothing of yours is saved yet.',
  },
  throttled: {
    status: 429,
    title: 'Too many tries',
    detail: 'Wait a little, then try again.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong on our side',
    detail: 'Nothing was changed. Try again, and tell us if it happens again.',
    wake: true,
  },
  unavailable: {
    status: 503,
    title: 'Busy for a moment',
    detail: 'Try again in a few seconds. Nothing was changed.',
  },
});

export type CommonCode = keyof typeof commonErrors;
