import type { z } from 'zod';
import type { Role } from '../kernel/actor.ts';
import type { Action } from '../kernel/policy.ts';
import type { ErrorTable } from './errors.ts';
import type { IgnoredName } from './ignored.ts';

export type Method = 'GET' | 'POST';

/** `anyone` needs no session; a list names the roles; nobody else gets in. */
export type Who = readonly ('anyone' | Role)[];

/** What a call is made of. One definition gives checks, client types, documentation and refusal tests. */
export interface CallDefinition {
  readonly method: Method;
  /** Relative to the API's base, `:name` for parameters: `/cleaners/:id/update`. */
  readonly path: string;
  /** Other paths answered by the same handler. */
  readonly aliases?: readonly string[];
  readonly who: Who;
  /** What the call does, where it does it to things that are somebody's: `...openTo(changeAddress)`. */
  readonly action?: Action;
  /** One line for the documentation. */
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Names that clients send and that are not read: see ignored.ts. Any other unknown name in a body is refused. */
  readonly ignored?: readonly IgnoredName[];
  readonly reply: z.ZodType;
  /** 200 unless said: creations are 201. */
  readonly status?: 200 | 201;
  readonly errors?: ErrorTable;
  /** Accepts Idempotency-Key: every POST that moves money, credits or slots. */
  readonly idempotent?: true;
  /**
   * With `idempotent`: sent again after a crash, it finds what it had done by then and finishes it, so its reply is not
   * kept in the transaction of its effect (keepReply). Every other call with an effect keeps it.
   */
  readonly resumes?: true;
  /**
   * With `resumes`: replies of this shape are not the last word (the bank asks the person first). They are given, but not
   * kept for the key, so that the same request goes on afterwards.
   */
  readonly passing?: z.ZodType;
  /** Lists: the rows are streamed, and admins may ask for them as CSV with `download=1`. */
  readonly streamed?: true;
  /** Answers with a file of this kind, `application/pdf`, instead of JSON; its `reply` is `fileReply`. */
  readonly produces?: string;
  /** May be sent a card number, which every other call refuses: the sandbox's card form, nothing else. */
  readonly takesCardNumber?: true;
  /** Its body is multipart/form-data with one file of at most so many bytes; `sentFile` says under which name. */
  readonly takesFile?: number;
  /** Reads the body as raw bytes (webhooks), without session or XSRF. */
  readonly rawBody?: true;
}

export type Call<D extends CallDefinition = CallDefinition> = D;

/** Declares a call. The type stays as narrow as it was written. */
export function defineCall<const D extends CallDefinition>(definition: D): D {
  return definition;
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Input<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler receives, checked. */
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

/** What a client sends. */
export type InputOf<C extends CallDefinition> = Part<'params', C['params']> &
  Part<'query', C['query']> &
  Part<'body', C['body']>;

/** What comes back on success. */
export type ReplyOf<C extends CallDefinition> = z.output<C['reply']>;

/** The refusal codes of a call's own table. */
export type CodeOf<C extends CallDefinition> = C['errors'] extends ErrorTable
  ? Extract<keyof C['errors'], string>
  : never;

/** The status that counts as success. */
export function successStatus(call: CallDefinition): 200 | 201 {
  return call.status ?? 200;
}
