import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CallDefinition, Checked } from '../../contract/call.ts';
import { type FieldError, type Refusal, refuse } from '../../kernel/refusal.ts';
import { guardText } from './guard-text.ts';

const MAX_ERRORS = 50;

/** Validates params, query and body of a request against its route. */
export function checkInput<C extends CallDefinition>(
  call: C,
  request: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
): Checked<C> | Refusal<'invalid' | 'not_found'> {
  const body = withEmptyTexts(call.body, withIDNames(call.body, withoutIgnored(call, request.body)));
  for (const part of [request.params, request.query, call.takesCardNumber ? undefined : body]) {
    const wrong = guardText(part);
    if (wrong !== null) return refuse('invalid', { errors: [wrong] });
  }
  const params = call.params?.safeParse(request.params);
  if (params?.success === false) return refuse('not_found'); // an id in the wrong format cannot exist
  const query = parse(queryOf(call), withIDNames(call.query, request.query));
  const changesRecord = call.changes !== undefined || call.replaces !== undefined;
  const parsedBody = parse(
    bodyOf(call),
    body ?? {},
    (name) => !changesRecord && isOptionalText(call.body, name),
  );
  const errors = [...errorsOf(query, request.query), ...errorsOf(parsedBody, body)];
  if (errors.length > 0) return refuse('invalid', { errors: errors.slice(0, MAX_ERRORS) });
  return { params: params?.data, query: query?.data, body: parsedBody?.data } as Checked<C>;
}

const NO_FIELDS = z.strictObject({});

/** A route without a query accepts none, except webhooks: their senders add what they like. */
const queryOf = (call: CallDefinition) => call.query ?? (call.rawBody ? undefined : NO_FIELDS);

/** A route without a body accepts no fields. */
function bodyOf(call: CallDefinition): z.ZodType | undefined {
  const isJson = call.method === 'POST' && !call.rawBody && !call.takesFile;
  return call.body ?? (isJson ? NO_FIELDS : undefined);
}

/**
 * An empty text is the same as nothing, unless empty is a valid value for the route: `status=` in a query, `photo: ''` in
 * a body. When a record is changed it is not: there it would be asked for and not done.
 */
function parse(
  schema: z.ZodType | undefined,
  sent: unknown,
  isText: (name: string) => boolean = () => true,
): z.ZodSafeParseResult<unknown> | undefined {
  const asSent = schema?.safeParse(sent);
  if (asSent?.success !== false || typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return asSent;
  const wrong = new Set(asSent.error.issues.map(({ path }) => path[0]));
  const isNothing = ([name, value]: [string, unknown]) => value === '' && wrong.has(name) && isText(name);
  const kept = Object.entries(sent).filter((entry) => !isNothing(entry));
  return kept.length === Object.keys(sent).length ? asSent : schema?.safeParse(Object.fromEntries(kept));
}

/** Null is the same as an empty text, unless null is a valid value of the field. */
function withEmptyTexts(schema: z.ZodType | undefined, sent: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return sent;
  if (!Object.values(sent).includes(null)) return sent;
  const isEmptyText = ([name, value]: [string, unknown]) =>
    value === null &&
    isOptionalText(schema, name) &&
    !(schema.shape[name] as z.ZodType).safeParse(null).success;
  return Object.fromEntries(
    Object.entries(sent).map((entry) => (isEmptyText(entry) ? [entry[0], ''] : entry)),
  );
}

/** Whether a field is optional text: numbers have no empty value. */
function isOptionalText(schema: z.ZodType | undefined, name: string): boolean {
  const field = schema instanceof z.ZodObject ? (schema.shape[name] as z.ZodType | undefined) : undefined;
  return field?.safeParse(undefined).success === true && isTextual(field);
}

function isTextual(field: unknown): boolean {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault)
    return isTextual(field.unwrap());
  if (field instanceof z.ZodPipe) return isTextual(field.in);
  if (field instanceof z.ZodUnion) return field.options.every(isTextual);
  if (field instanceof z.ZodLiteral) return field.values.values().every((value) => typeof value === 'string');
  return field instanceof z.ZodString || field instanceof z.ZodStringFormat || field instanceof z.ZodEnum;
}

/** Ids may be spelled either way: `jobId` is read as `jobID` if the route knows only that, unless both are sent. */
function withIDNames(schema: z.ZodType | undefined, sent: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return sent;
  const { shape } = schema;
  const renamed = Object.entries(sent).map(([name, value]) => {
    const known = name.replace(/Id$/, 'ID');
    return [!(name in shape) && known in shape && !(known in sent) ? known : name, value] as const;
  });
  return Object.fromEntries(renamed);
}

/** Drops the fields that clients send and the server ignores. */
export function withoutIgnored<B>(call: CallDefinition, body: B): B {
  if (!call.ignored || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const ignored: readonly string[] = call.ignored;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !ignored.includes(name))) as B;
}

export const UNKNOWN_FIELD = 'This field is not known here. Remove it.';

function errorsOf(result: z.ZodSafeParseResult<unknown> | undefined, sent: unknown): FieldError[] {
  if (result === undefined || result.success) return [];
  return result.error.issues.flatMap((issue): FieldError[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key].join('.'),
          message: UNKNOWN_FIELD,
        }))
      : [{ path: issue.path.join('.'), message: messageOf(issue, sent) }],
  );
}

function messageOf(issue: z.core.$ZodIssue, sent: unknown): string {
  const isMissing = issue.code === 'invalid_type' && (valueAt(sent, issue.path) ?? null) === null;
  return isMissing ? 'Fill this in.' : issue.message;
}

/** The value at a path of the input; undefined if there is none. */
function valueAt(sent: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    sent,
  );
}
