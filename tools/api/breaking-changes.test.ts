import { expect, test } from 'vitest';
import { openApiDocument } from '#platform/server/operations/openapi.ts';
import { registeredCalls } from '../client/build.ts';
import { type ApiDocument, breakingChanges } from './breaking-changes.ts';

type Schema = Readonly<Record<string, unknown>>;

interface Parts {
  readonly body?: Schema;
  readonly reply?: Schema;
  readonly query?: readonly { name: string; required?: boolean; schema: Schema }[];
  readonly status?: string;
  readonly who?: readonly string[];
  readonly codes?: Readonly<Record<string, readonly string[]>>;
}

/** A document with one call. */
function api({
  body,
  reply = {},
  query = [],
  status = '200',
  who = ['admin'],
  codes = {},
}: Parts): ApiDocument {
  const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
  const problem = (values: readonly string[]) => ({
    content: { 'application/problem+json': { schema: { properties: { code: { enum: values } } } } },
  });
  return {
    paths: {
      '/jobs': {
        post: {
          'x-who': who,
          parameters: query.map((one) => ({ in: 'query', ...one })),
          ...(body && { requestBody: { required: true, ...json(body) } }),
          responses: {
            [status]: json(reply),
            ...Object.fromEntries(Object.entries(codes).map(([at, values]) => [at, problem(values)])),
          },
        },
      },
    },
  };
}

const object = (properties: Record<string, Schema>, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
});
const text = { type: 'string' };
const number = { type: 'number' };
const maybe = (schema: Schema) => ({ anyOf: [schema, { type: 'null' }] });
const kinds = (...values: string[]) => ({ type: 'string', enum: values });
const nested = {
  $ref: '#/$defs/part',
  $defs: { part: object({ a: text, parts: { type: 'array', items: { $ref: '#/$defs/part' } } }) },
};
const nestedLess = {
  $ref: '#/$defs/part',
  $defs: { part: object({ parts: { type: 'array', items: { $ref: '#/$defs/part' } } }) },
};

test.each<[string, Parts, Parts, readonly string[]]>([
  ['nothing', { body: object({ a: text }) }, { body: object({ a: text }) }, []],
  // Of what is sent, less is accepted.
  ['an input field is gone', { body: object({ a: text }) }, { body: object({}) }, ['body.a is gone']],
  [
    'a required input',
    { body: object({ a: text }) },
    { body: object({ a: text }, ['a']) },
    ['body.a is required now'],
  ],
  [
    'a new required input',
    { body: object({}) },
    { body: object({ a: text }, ['a']) },
    ['body.a is required now'],
  ],
  [
    'another type',
    { body: object({ a: text }) },
    { body: object({ a: number }) },
    ['body.a is number instead of string'],
  ],
  [
    'integers only',
    { body: object({ a: number }) },
    { body: object({ a: { type: 'integer' } }) },
    ['body.a is integer instead of number'],
  ],
  [
    'no null',
    { body: object({ a: maybe(text) }) },
    { body: object({ a: text }) },
    ['body.a takes no null any more'],
  ],
  [
    'a value less',
    { body: object({ a: kinds('x', 'y') }) },
    { body: object({ a: kinds('x') }) },
    ['body.a has no value y any more'],
  ],
  [
    'listed values only',
    { body: object({ a: text }) },
    { body: object({ a: kinds('x') }) },
    ['body.a takes only x'],
  ],
  [
    'shorter',
    { body: object({ a: { ...text, maxLength: 9 } }) },
    { body: object({ a: { ...text, maxLength: 5 } }) },
    ['body.a has maxLength 5 instead of 9'],
  ],
  [
    'a minimum',
    { body: object({ a: number }) },
    { body: object({ a: { ...number, minimum: 1 } }) },
    ['body.a has minimum 1 instead of none'],
  ],
  [
    'a pattern',
    { body: object({ a: text }) },
    { body: object({ a: { ...text, pattern: '^x' } }) },
    ['body.a has pattern ^x instead of none'],
  ],
  [
    'a required query',
    { query: [{ name: 'q', schema: text }] },
    { query: [{ name: 'q', required: true, schema: text }] },
    ['query q is required now'],
  ],
  ['a query is gone', { query: [{ name: 'q', schema: text }] }, {}, ['query q is gone']],
  ['a body', {}, { body: object({}) }, ['a body is required now']],
  // Of what is read, something is missing or new in kind.
  [
    'a reply field is gone',
    { reply: object({ a: text }, ['a']) },
    { reply: object({}) },
    ['reply.a is gone'],
  ],
  [
    'a reply field may be absent',
    { reply: object({ a: text }, ['a']) },
    { reply: object({ a: text }) },
    ['reply.a may be absent now'],
  ],
  [
    'a reply may be null',
    { reply: object({ a: text }) },
    { reply: object({ a: maybe(text) }) },
    ['reply.a may be null now'],
  ],
  [
    'a value of a reply is gone',
    { reply: kinds('x', 'y') },
    { reply: kinds('x') },
    ['reply has no value y any more'],
  ],
  [
    'within a list',
    { reply: { type: 'array', items: object({ a: text }) } },
    { reply: { type: 'array', items: object({}) } },
    ['reply[].a is gone'],
  ],
  [
    'behind a reference',
    { reply: nested },
    { reply: nestedLess },
    ['reply.a is gone', 'reply.parts[].a is gone'],
  ],
  ['another status', {}, { status: '201' }, ['its status is 201 instead of 200']],
  [
    'a code with another status',
    { codes: { 409: ['taken'] } },
    { codes: { 422: ['taken'] } },
    ['the code taken has status 422 instead of 409'],
  ],
  ['a role less', { who: ['admin', 'customer'] }, { who: ['admin'] }, ['customer may no longer call it']],
  // Additions.
  ['an optional input', { body: object({}) }, { body: object({ a: text }) }, []],
  [
    'an input that is no longer required',
    { body: object({ a: text }, ['a']) },
    { body: object({ a: text }) },
    [],
  ],
  ['one more input value', { body: object({ a: kinds('x') }) }, { body: object({ a: kinds('x', 'y') }) }, []],
  ['null too', { body: object({ a: text }) }, { body: object({ a: maybe(text) }) }, []],
  [
    'longer',
    { body: object({ a: { ...text, maxLength: 5 } }) },
    { body: object({ a: { ...text, maxLength: 9 } }) },
    [],
  ],
  ['an optional query', {}, { query: [{ name: 'q', schema: text }] }, []],
  ['one more reply field', { reply: object({}) }, { reply: object({ a: text }, ['a']) }, []],
  ['a reply that is never null', { reply: maybe(text) }, { reply: text }, []],
  ['one more code', { codes: { 409: ['taken'] } }, { codes: { 409: ['taken', 'late'] } }, []],
  ['one more role, or anyone', { who: ['admin'] }, { who: ['anyone'] }, []],
])('%s', (_name, before, after, expected) => {
  expect(breakingChanges(api(before), api(after)).map(({ change }) => change)).toEqual(expected);
});

test('a call that is gone is named, a new one is no change', () => {
  const none = { paths: {} };
  expect(breakingChanges(api({}), none)).toEqual([{ call: 'POST /jobs', change: 'the call is gone' }]);
  expect(breakingChanges(none, api({}))).toEqual([]);
});

test('of the whole API, no call differs from itself, and every call is missed', () => {
  const document = openApiDocument(registeredCalls()) as unknown as ApiDocument;
  const copy = JSON.parse(JSON.stringify(document)) as ApiDocument;
  expect(breakingChanges(document, copy)).toEqual([]);
  const calls = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
  expect(breakingChanges(document, { paths: {} })).toHaveLength(calls.length);
});
