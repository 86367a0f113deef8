import { z } from 'zod';
import { type CallDefinition, successStatus } from '../../contract/call.ts';
import { commonErrors, type ErrorMeaning, type ErrorTable } from '../../contract/errors.ts';

type Json = Readonly<Record<string, unknown>>;

/** Generates the OpenAPI 3.1 document from the routes' contracts. */
export function openApiDocument(calls: readonly CallDefinition[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const call of calls) {
    for (const path of [call.path, ...(call.aliases ?? [])]) {
      const at = path.replace(/:(\w+)/g, '{$1}');
      paths[at] = { ...paths[at], [call.method.toLowerCase()]: operation(call, path) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Kemas', version: '1', description: ABOUT },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Problem: PROBLEM },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

/** Every error code that any route can reply with, by name, with all its meanings. */
export function errorCodes(
  calls: readonly CallDefinition[],
): readonly (readonly [string, readonly ErrorMeaning[]])[] {
  const said = [commonErrors, ...calls.map((call) => call.errors ?? {})].flatMap((table) =>
    Object.entries(table),
  );
  const byCode = Map.groupBy(said, ([code]) => code);
  return [...byCode]
    .map(([code, entries]) => [code, distinct(entries.map(([, meaning]) => meaning))] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function distinct(meanings: readonly ErrorMeaning[]): ErrorMeaning[] {
  return [...new Map(meanings.map((meaning) => [meaning.detail, meaning])).values()];
}

function operation(call: CallDefinition, path: string): Json {
  const anyone = call.who.includes('anyone');
  return {
    operationId: operationId(call.method, path),
    tags: [path.split('/')[1] ?? ''],
    summary: call.summary,
    'x-who': call.who,
    ...(path === call.path ? {} : { 'x-alias-of': call.path }),
    // An empty alternative: a session is optional.
    security: anyone ? [{}, { bearer: [] }] : [{ bearer: [] }],
    parameters: parameters(call),
    ...(call.body ? { requestBody: requestBody(call.body, call.takesFile) } : {}),
    ...(call.rawBody ? { requestBody: RAW_BODY } : {}),
    responses: responses(call),
  };
}

function operationId(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return [method.toLowerCase(), ...words.map((word) => word[0]?.toUpperCase() + word.slice(1))].join('');
}

function parameters(call: CallDefinition): Json[] {
  const named = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const params = propertiesOf(call.params).schemas;
  const query = propertiesOf(call.query);
  return [
    ...named.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: params[name] ?? { type: 'string' },
    })),
    ...Object.entries(query.schemas).map(([name, schema]) => ({
      name,
      in: 'query',
      required: query.required.includes(name),
      schema,
    })),
    ...(call.idempotent ? [IDEMPOTENCY_KEY] : []),
  ];
}

function propertiesOf(type: z.ZodType | undefined) {
  if (type === undefined) return { schemas: {}, required: [] };
  const { properties = {}, required = [] } = schemaOf(type, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return { schemas: properties, required };
}

function requestBody(body: z.ZodType, takesFile: number | undefined): Json {
  const kind = takesFile === undefined ? 'application/json' : 'multipart/form-data';
  return { required: true, content: { [kind]: { schema: schemaOf(body, 'input') } } };
}

function responses(call: CallDefinition): Json {
  const table = errorsOf(call);
  const byStatus = Map.groupBy(Object.entries(table), ([, meaning]) => meaning.status);
  const refusals = [...byStatus].sort(([a], [b]) => a - b);
  const file = call.produces === undefined ? {} : { headers: ATTACHMENT };
  return {
    [String(successStatus(call))]: { description: 'As asked.', ...file, content: successContent(call) },
    ...Object.fromEntries(refusals.map(([status, meanings]) => [String(status), problem(meanings)])),
  };
}

function successContent(call: CallDefinition): Json {
  // OpenAPI 3.1 describes raw bytes by their media type alone.
  if (call.produces !== undefined) return { [call.produces]: {} };
  const json = { 'application/json': { schema: schemaOf(call.reply, 'output') } };
  return call.streamed ? { ...json, 'text/csv': { schema: { type: 'string' } } } : json;
}

function problem(meanings: readonly [string, ErrorTable[string]][]): Json {
  return {
    description: meanings.map(([code, meaning]) => `\`${code}\`: ${meaning.detail}`).join('\n\n'),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Problem' }],
          properties: { code: { enum: meanings.map(([code]) => code) } },
        },
      },
    },
  };
}

/** The route's own codes, and those that the platform replies with before the handler runs. */
function errorsOf(call: CallDefinition): ErrorTable {
  const { malformed, unauthenticated, forbidden, xsrf, not_found, invalid, internal, unavailable } =
    commonErrors;
  const { idempotency_mismatch, in_progress, too_large, wrong_media_type } = commonErrors;
  const open = call.who.includes('anyone');
  return {
    unauthenticated,
    ...(open ? {} : { forbidden }),
    ...(call.method === 'POST' && !call.rawBody ? { xsrf, malformed, too_large, wrong_media_type } : {}),
    ...(call.params ? { not_found } : {}),
    ...(call.query || call.body ? { invalid } : {}),
    ...(call.idempotent ? { idempotency_mismatch, in_progress } : {}),
    internal,
    unavailable,
    ...call.errors,
  };
}

function schemaOf(type: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _draft, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  return schema;
}

const ABOUT = `Booking and operations for home-cleaning companies.

**Signing in.** A sign-in replies with \`jwt\`: send it as \`Authorization: Bearer …\`. A client that keeps cookies also
sends the cookie \`XSRF-TOKEN\` back in the header \`X-XSRF-TOKEN\` with each POST; a script that keeps none is not asked.

**API keys.** Another system sends an API key in the same header, and needs no cookie: \`docs/integrators.md\`.

**Money** is whole cents, **credits** are hours in steps of 0.5, **ids** are UUIDs, **times** are ISO 8601 with the
offset of the business. A field that belongs neither to the call nor to its record is refused with 422, also in a query.
Lists reply \`{items, total, from, size}\`; \`download=1\` gives an admin the rows as CSV.

**Records come back whole.** What a GET shows of a record may be sent to the call that changes it, with one field changed;
a read-only value that differs is refused by name, and so is an old \`updatedAt\`: someone else has changed the record
since. What is sent for a new record must be what the server sets.

**Refusals** are RFC 9457 problem documents: program against \`code\`, show \`detail\` to the person.`;

const PROBLEM = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'A sentence for the person that says what to do next.' },
    code: { type: 'string', description: 'A stable word to program against.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and request give the first reply again, for 48 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const ATTACHMENT = {
  'Content-Disposition': {
    description: 'The name of the file: `attachment; filename="…"`.',
    schema: { type: 'string' },
  },
};

const RAW_BODY = {
  required: true,
  content: { 'application/json': { schema: { type: 'object' } } },
};
