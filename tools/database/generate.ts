/**
 * `npm run db:generate`: runs all migrations on an empty database and writes the result to database/generated.ts (types
 * for queries) and database/schema.sql (for reading and review). `--check` writes nothing and fails when either file is
 * out of date.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { columnOf, fieldOf } from '#platform/server/database/column-names.ts';
import { openPool } from '#platform/server/database/database.ts';
import { startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { describeSchema } from './describe-schema.ts';
import { listNewMigrations, SUMS } from './migration-sums.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const TYPES = path.join(ROOT, 'database/generated.ts');
const SCHEMA = path.join(ROOT, 'database/schema.sql');

/** Timestamps stay text, counts and amounts are numbers: as platform/server/database/database.ts parses them. */
const TYPE_MAPPING = {
  timestamptz: 'string',
  date: 'string',
  int8: 'number',
  numeric: 'number',
  int4multirange: 'string',
  jsonb: 'unknown',
};

const checking = process.argv.includes('--check');
const folder = await mkdtemp(path.join(tmpdir(), 'kemas-schema-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false, log: () => undefined });
try {
  const pool = openPool({ url: postgres.url, timeZone: 'Asia/Singapore', connections: 2 });
  await migrate(pool, { extensions: new Map() });
  await pool.end();
  const fresh = { types: await generateTypes(postgres.url), schema: await readSchema(postgres.url) };
  if (checking) await check(fresh);
  else await write(fresh);
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function generateTypes(url: string): Promise<string> {
  const file = path.join(folder, 'types.ts');
  const cli = path.join(ROOT, 'node_modules/kysely-codegen/dist/cli/bin.js');
  await run(process.execPath, [
    cli,
    '--dialect',
    'postgres',
    '--url',
    url,
    '--out-file',
    file,
    '--include-pattern',
    '(public|sandbox).*',
    '--type-mapping',
    JSON.stringify(TYPE_MAPPING),
  ]);
  const [columns = '', tables = ''] = (await readFile(file, 'utf8')).split(/(?=export interface DB )/);
  return columns.replace(/^ {2}(\w+)(?=: )/gm, (_, column: string) => `  ${fieldNamed(column)}`) + tables;
}

function fieldNamed(column: string): string {
  const field = fieldOf(column);
  if (columnOf(field) !== column)
    throw new Error(`Rename the column ${column}: ${field} would be ${columnOf(field)}.`);
  return field;
}

async function readSchema(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await describeSchema(client, ['public', 'sandbox']);
  } finally {
    await client.end();
  }
}

async function write(fresh: { types: string; schema: string }): Promise<void> {
  await writeFile(TYPES, fresh.types);
  await writeFile(SCHEMA, fresh.schema);
  await writeFile(SUMS, await listNewMigrations());
  console.log('Wrote database/generated.ts, database/schema.sql and database/migrations.sha256.');
}

async function check(fresh: { types: string; schema: string }): Promise<void> {
  const stale = [
    ...((await readFile(TYPES, 'utf8')) === fresh.types ? [] : ['database/generated.ts']),
    ...((await readFile(SCHEMA, 'utf8')) === fresh.schema ? [] : ['database/schema.sql']),
  ];
  if (stale.length === 0) return console.log('Types and schema match the migrations.');
  console.error(`${stale.join(' and ')} differ from the migrations. Run: npm run db:generate`);
  process.exitCode = 1;
}
