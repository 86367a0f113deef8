import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { z } from 'zod';
import { features } from '#apps/api/features.ts';
import { EVENT_TYPES, TEST_EVENT } from '#features/office/webhooks/rules/events.ts';
import type { CallDefinition } from '#platform/contract/call.ts';
import { commonErrors } from '#platform/contract/errors.ts';
import { isGroup } from '#platform/kernel/policy.ts';
import type { Api } from '#platform/server/http/api.ts';
import { type Schema, typeOf } from './print-types.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** The parts of the package that are not generated. */
const SOURCES = ['kemas', 'webhooks'] as const;

/** Writes the package into a folder, which is emptied first. */
export async function buildClient(folder: string): Promise<{ calls: number }> {
  const calls = await namedCalls();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  for (const name of SOURCES) {
    const source = readFileSync(path.join(import.meta.dirname, `${name}.ts`), 'utf8');
    write(`${name}.js`, forPackage(ts.transpileModule(source, { compilerOptions: OPTIONS }).outputText));
    write(`${name}.d.ts`, forPackage(declarationsOf(source)));
  }
  const exported = SOURCES.map((name) => `export * from './${name}.js';\n`).join('');
  write('index.js', exported);
  write('index.d.ts', `${exported}export type * from './calls.js';\n`);
  write('calls.js', routesOf(calls));
  write('calls.d.ts', typesOf(calls));
  write('package.json', `${JSON.stringify(packageOf(), null, 2)}\n`);
  write('README.md', README);
  return { calls: calls.size };
}

/** In the package, `./calls.ts` is `./calls.js`. */
function forPackage(code: string): string {
  return code.replace(/(from '\.\/\w+)\.ts'/g, "$1.js'").replace(/(from "\.\/\w+)\.ts"/g, '$1.js"');
}

const OPTIONS = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };

function declarationsOf(source: string): string {
  return ts.transpileDeclaration(source, { compilerOptions: OPTIONS }).outputText;
}

/** Two features have these names; in a client each call needs its own. */
const RENAMED: Readonly<Record<string, string>> = {
  'POST /cleaners/change-mobile': 'changeCleanerMobile',
  'POST /cleaners/verify-new-mobile': 'verifyNewCleanerMobile',
  'POST /customers/change-mobile': 'changeCustomerMobile',
  'POST /customers/verify-new-mobile': 'verifyNewCustomerMobile',
};

/** The calls that an API key can make, by the names that they have in the contracts. */
async function namedCalls(): Promise<Map<string, CallDefinition>> {
  const names = await namesInContracts();
  const named = new Map<string, CallDefinition>();
  for (const call of registeredCalls().filter(isForKeys)) {
    const route = `${call.method} ${call.path}`;
    const name = RENAMED[route] ?? names.get(route);
    if (name === undefined) throw new Error(`${route} has no name in a contract.`);
    if (named.has(name)) throw new Error(`Two calls are named ${name}: name ${route} in RENAMED.`);
    named.set(name, call);
  }
  return new Map([...named].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Registers the routes of all features on nothing, to learn which there are. */
export function registeredCalls(): readonly CallDefinition[] {
  const calls: CallDefinition[] = [];
  const nothing = {
    route: () => undefined,
    get: () => undefined,
    register: () => undefined,
    addHook: () => undefined,
  };
  const api = { calls, readers: new Map(), fastify: nothing, services: {} } as unknown as Api;
  for (const { routes } of features) routes?.(api);
  return calls;
}

/** Not the editor of the site’s texts, which has hundreds of calls, not what screens remember, and no uploads. */
function isForKeys({ who, action, path, rawBody, takesFile, method }: CallDefinition): boolean {
  if (rawBody || takesFile !== undefined || /^\/(cms|list-views)\b/.test(path)) return false;
  if (who.includes('anyone')) return method === 'GET' || who.includes('admin');
  const group = action?.open.admin;
  return group !== undefined && isGroup(group) && group !== 'owners';
}

/** By method and path. `applications.list` becomes `listApplications`. */
async function namesInContracts(): Promise<ReadonlyMap<string, string>> {
  const exported = await exportsOfContracts();
  for (const [name, value] of exported) if (isZod(value)) nameType(name, value);
  const grouped = exported.flatMap(([name, value]) => callsIn(name, value));
  const alone = exported.flatMap(([name, value]): [string, string][] =>
    isCall(value) ? [[`${value.method} ${value.path}`, name]] : [],
  );
  return new Map([...grouped, ...alone]);
}

const CONTRACTS = ['features/*/*/contract.ts', 'features/*/*/contract/*.ts', 'platform/contract/*.ts'];

async function exportsOfContracts(): Promise<[string, unknown][]> {
  const exported: [string, unknown][] = [];
  for (const file of globSync(CONTRACTS, { cwd: ROOT }).toSorted())
    exported.push(...Object.entries((await import(path.join(ROOT, file))) as object));
  return exported;
}

/** The calls of a record that is exported as a whole, each with its name. */
function callsIn(name: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([verb, call]): [string, string][] =>
    isCall(call) ? [[`${call.method} ${call.path}`, `${verb}${capital(name)}`]] : [],
  );
}

function isCall(value: unknown): value is CallDefinition {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value
  );
}

function isZod(value: unknown): value is z.ZodObject {
  return value instanceof z.ZodObject;
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Shapes with these names are types of their own; others are written out where they are used. */
const shapes = z.registry<{ id: string }>();
const shapeNames = new Set<string>();

function nameType(name: string, type: z.ZodType): void {
  const id = capital(name);
  if (shapes.has(type) || shapeNames.has(id)) return;
  shapeNames.add(id);
  shapes.add(type, { id });
}

function routesOf(calls: ReadonlyMap<string, CallDefinition>): string {
  const lines = [...calls].map(([name, call]) => {
    const route = {
      method: call.method,
      path: call.path,
      ...(call.idempotent && { idempotent: true }),
      ...(call.produces !== undefined && { file: true }),
    };
    return `  ${name}: ${JSON.stringify(route)},`;
  });
  return ['export const routes = {', ...lines, '};', ''].join('\n');
}

function typesOf(calls: ReadonlyMap<string, CallDefinition>): string {
  const named = new Map<string, string>();
  const print = (type: z.ZodType, io: 'input' | 'output') => printType(type, io, named);
  const entries = [...calls].map(([name, call]) => {
    const parts = (['params', 'query', 'body'] as const).flatMap((part) => inputPart(call, part, print));
    const input = parts.length === 0 ? 'Record<never, never>' : `{ ${parts.join(' ')} }`;
    const file = call.produces === undefined ? '' : ' file: true;';
    const reply = call.produces === undefined ? print(call.reply, 'output') : 'unknown';
    return `  /** ${commentOf(call)} */\n  ${name}: { input: ${input}; reply: ${reply};${file} };`;
  });
  const codes = [...calls.values()].flatMap((call) => Object.keys(call.errors ?? {}));
  const known = [...new Set([...Object.keys(commonErrors), ...codes])].toSorted();
  return [
    '/* Generated from the contract by `npm run client`. */',
    ...[...named]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, type]) => `export type ${name} = ${type};`),
    '',
    'export interface Calls {',
    ...entries,
    '}',
    '',
    `export type ErrorCode = ${known.map((code) => JSON.stringify(code)).join(' | ')} | (string & {});`,
    '',
    `export type WebhookEventType = ${[...EVENT_TYPES, TEST_EVENT].map((type) => JSON.stringify(type)).join(' | ')};`,
    'export interface WebhookEvent {',
    '  readonly type: WebhookEventType;',
    '  /** When it happened, ISO 8601 in UTC. */',
    '  readonly timestamp: string;',
    '  readonly data: {',
    '    readonly object: string;',
    '    readonly id: string;',
    '    /** Where to read the record as it is now. */',
    '    readonly url: string;',
    '    readonly version?: number;',
    '    readonly changed?: readonly string[];',
    '  };',
    '}',
    '',
    'export interface CallRoute {',
    "  readonly method: 'GET' | 'POST';",
    '  readonly path: string;',
    '  readonly idempotent?: true;',
    '  readonly file?: true;',
    '}',
    'export declare const routes: Readonly<Record<string, CallRoute>>;',
    '',
  ].join('\n');
}

function commentOf({ method, path: at, summary }: CallDefinition): string {
  return `${method} ${at}: ${summary.replaceAll('*/', '* /')}`;
}

type Print = (type: z.ZodType, io: 'input' | 'output') => string;

/** `query?: { size?: number };` */
function inputPart(call: CallDefinition, part: 'params' | 'query' | 'body', print: Print): string[] {
  const type = call[part];
  if (type === undefined) return [];
  const { required = [], type: kind } = z.toJSONSchema(type, {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema;
  const isOptional = kind === 'object' && required.length === 0;
  return [`${part}${isOptional ? '?' : ''}: ${print(type, 'input')};`];
}

/** The type as text; its named parts are added to `named`. What is sent may differ from what is replied, so it has its own names. */
function printType(type: z.ZodType, io: 'input' | 'output', named: Map<string, string>): string {
  const schema = z.toJSONSchema(type, { io, unrepresentable: 'any', metadata: shapes }) as Schema & {
    readonly $defs?: Readonly<Record<string, Schema>>;
  };
  const nameOf = (ref: string) => `${ref.replace(/^.*\//, '')}${io === 'input' ? 'Input' : ''}`;
  for (const [id, part] of Object.entries(schema.$defs ?? {})) {
    const name = nameOf(id);
    if (!named.has(name)) {
      named.set(name, ''); // it may refer to itself
      named.set(name, typeOf(part, nameOf));
    }
  }
  const own = shapes.get(type)?.id;
  if (own === undefined) return typeOf(schema, nameOf);
  const name = nameOf(own);
  if (!named.has(name)) named.set(name, typeOf(schema, nameOf));
  return name;
}

function packageOf(): object {
  const { version, license } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    readonly version: string;
    readonly license: string;
  };
  return {
    name: 'kemas-client',
    version,
    description: 'A typed client of the Kemas API',
    license,
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    types: './index.d.ts',
    engines: { node: '>=20' },
  };
}

const README = `# kemas-client

A typed client of the Kemas API, generated from its contract.

\`\`\`ts
import { createKemas, everyItem, KemasError, verifyWebhook } from 'kemas-client';

const kemas = createKemas({ baseUrl: 'https://kemas.example', apiKey: process.env.KEMAS_API_KEY });
for await (const job of everyItem(kemas.listJobs, { query: { status: 'paid' } })) console.log(job.id);
\`\`\`
`;
