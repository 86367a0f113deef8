import pg from 'pg';
import { OWNERS } from '#database/owners.ts';
import { LEFT_OUT, WITHHELD } from '../rules/contents.ts';

export interface ArchivedColumn {
  readonly name: string;
  /** PostgreSQL's: `numeric(8,1)` */
  readonly type: string;
  readonly isRequired: boolean;
}

export interface ArchivedTable {
  readonly name: string;
  /** In the order of the table, without withheld and computed ones. */
  readonly columns: readonly ArchivedColumn[];
  readonly primaryKey: readonly string[];
  /** Tables whose rows must exist before this one's. */
  readonly references: readonly string[];
}

interface CatalogueRow extends Omit<ArchivedTable, 'columns'> {
  readonly columns: readonly ArchivedColumn[];
}

const CATALOGUE = `
  select c.relname as name,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'isRequired', a.attnotnull) order by a.attnum)
      from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select json_agg(a.attname order by k.nth)
      from pg_constraint p cross join unnest(p.conkey) with ordinality as k (attnum, nth)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where p.conrelid = c.oid and p.contype = 'p') as "primaryKey",
    (select coalesce(json_agg(distinct f.confrelid::regclass::text), '[]')
      from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as references
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relname = any ($1)
  order by c.relname collate "C"`;

/** The archive's tables, from PostgreSQL's catalogue, by name. */
export async function archivedTables(client: pg.ClientBase): Promise<readonly ArchivedTable[]> {
  const names = Object.values(OWNERS)
    .flat()
    .filter((name) => LEFT_OUT[name] === undefined);
  const { rows } = await client.query<CatalogueRow>(CATALOGUE, [names]);
  return rows.map((table) => ({
    ...table,
    columns: table.columns.filter(({ name }) => WITHHELD[table.name]?.[name] === undefined),
  }));
}

/**
 * The tables so that each comes after those that it references.
 * @throws if tables reference each other
 */
export function byReference(tables: readonly ArchivedTable[]): readonly ArchivedTable[] {
  const done: ArchivedTable[] = [];
  let waiting = tables;
  while (waiting.length > 0) {
    const open = new Set(waiting.map(({ name }) => name));
    const ready = waiting.filter((table) => !table.references.some((name) => open.has(name)));
    if (ready.length === 0) throw new Error(`Tables reference each other: ${[...open].join(', ')}`);
    done.push(...ready);
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return done;
}

export function columnList(table: ArchivedTable): string {
  return table.columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
}

/** The last migration of the database; empty if Kemas has never started on it. */
export async function schemaVersion(client: pg.ClientBase): Promise<string> {
  const { rows: tables } = await client.query("select from pg_tables where tablename = 'schema_migration'");
  if (tables.length === 0) return '';
  const { rows } = await client.query<{ name: string | null }>(
    'select max(name collate "C") as name from schema_migration',
  );
  return rows[0]?.name ?? '';
}

/**
 * A connection whose texts do not depend on the installation: UTC, ISO dates, and no time limits, because a table can be
 * large.
 */
export async function connectForArchive(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'kemas-archive',
    options: [
      '-c timezone=UTC',
      '-c datestyle=ISO',
      '-c intervalstyle=iso_8601',
      '-c bytea_output=hex',
      '-c extra_float_digits=1',
      '-c statement_timeout=0',
      '-c idle_in_transaction_session_timeout=0',
    ].join(' '),
  });
  client.on('error', () => undefined); // a lost connection fails the next query; without a listener it ends the process
  await client.connect();
  return client;
}
