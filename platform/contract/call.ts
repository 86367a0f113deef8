import type { z } from 'zod';
import type { Role } from '../kernel/actor.ts';
import type { Action } from '../kernel/policy.ts';
import type { ErrorTable } from './errors.ts';
import type { IgnoredName } from './ignored.ts';

export type Method = 'GET' | 'POST';

/** `anyone` needs no session; otherwise a list of roles; everyone else is refused. */
export type Who = readonly ('anyone' | Role)[];

/** The definition of a route: the single source of validation, client types, documentation and refusal tests. */
export interface CallDefinition {
  readonly method: Method;
  /** Relative to the API's base, `:name` for parameters: `/cleaners/:id/update`. */
  readonly path: string;
  /** Other paths served by the same handler. */
  readonly aliases?: readonly string[];
  readonly who: Who;
  /** The route's action, if it acts on resources that belong to someone: `...openTo(changeAddress)`. */
  readonly action?: Action;
  /** One line for the documentation. */
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /**
   * The call that reads the record which this one changes: all that it shows may be sent back, read-only values as they
   * are.
   */
  readonly changes?: CallDefinition;
  /** The same for a call that replaces the record, not only the fields that are sent. */
  readonly replaces?: CallDefinition;
  /**
   * Replies with the record that it creates: all its fields may be sent, read-only ones with the value that the server
   * sets.
   */
  readonly creates?: true;
  /** Fields that clients send and the server ignores: see ignored.ts. Any other unknown field in a body is refused. */
  readonly ignored?: readonly IgnoredName[];
  readonly reply: z.ZodType;
  /** Default 200; creations are 201. */
  readonly status?: 200 | 201;
  readonly errors?: ErrorTable;
  /** Accepts Idempotency-Key: every POST that moves money, credits or slots. */
  readonly idempotent?: true;
  /**
   * With `idempotent`: a retry after a crash finds what was already done and finishes it, so its reply is not saved in
   * the transaction of its effect (saveIdempotentReply). Every other route with an effect saves it.
   */
  readonly resumes?: true;
  /**
   * With `resumes`: replies of this shape are not final (the bank requires a challenge first). They are sent, but not
   * saved for the key, so that the same request continues afterwards.
   */
  readonly passing?: z.ZodType;
  /**
   * Why the office's use of it leaves no entry in the audit trail although it changes rows. Without it, tests refuse the
   * reply (apps/api/audited-calls.test.ts lists them all).
   */
  readonly unaudited?: string;
  /** Lists: rows are streamed, and admins may request them as CSV with `download=1`. */
  readonly streamed?: true;
  /**
   * Replies with a file of this type, such as `application/pdf`, instead of JSON; its `reply` is `fileReply`, or
   * `streamedFileReply`.
   */
  readonly produces?: string;
  /** Accepts a card number, which every other route refuses: only the sandbox's card form. */
  readonly takesCardNumber?: true;
  /** The body is multipart/form-data with one file of at most this many bytes; `sentFile` defines its field. */
  readonly takesFile?: number;
  /**
   * A step of signing in: a Bearer token that is no longer valid is ignored. A client that still sends its old one
   * could not sign in again otherwise.
   */
  readonly signsIn?: true;
  /** Reads the body as raw bytes (webhooks), without session or XSRF. */
  readonly rawBody?: true;
}

export type Call<D extends CallDefinition = CallDefinition> = D;

/** Declares a route, keeping its literal type. */
export function defineCall<const D extends CallDefinition>(definition: D): D {
  return definition;
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Input<T> = T extends z.ZodType ? z.input<T> : undefined;

/** A handler's input after validation. */
export interface Checked<C extends CallDefinition> {
  readonly params: Output<C['params']>;
  readonly query: Output<C['query']>;
  readonly body: Output<C['body']>;
}

type Part<K extends string, T> = T extends z.ZodType
  ? Record<never, never> extends Input<T>
    ? { readonly [key in K]?: Input<T> }
    : { readonly [key in K]: Input<T> }
  : { readonly [key in K]?: undefined };

/** The input that a client sends. */
export type InputOf<C extends CallDefinition> = Part<'params', C['params']> &
  Part<'query', C['query']> &
  Part<'body', C['body']>;

/** The reply on success. */
export type ReplyOf<C extends CallDefinition> = z.output<C['reply']>;

/** The refusal codes of a route's own table. */
export type CodeOf<C extends CallDefinition> = C['errors'] extends ErrorTable
  ? Extract<keyof C['errors'], string>
  : never;

/** The success status of a route. */
export function successStatus(call: CallDefinition): 200 | 201 {
  return call.status ?? 200;
}
