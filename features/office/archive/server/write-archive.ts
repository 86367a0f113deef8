import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ZipFile } from 'yazl';
import { OWNERS } from '#database/owners.ts';
import { filesOfUpload } from '#features/catalogue/uploads/server/index.ts';
import type { FileStore } from '#platform/server/providers/files.ts';
import { type ArchivedFile, MANIFEST, type Manifest, recordsPath, uploadsPath } from '../manifest-shapes.ts';
import { FORMAT, LEFT_OUT, SEQUENCES, UPLOADS_PER_FILE, WITHHELD } from '../rules/contents.ts';

/** What is being written or read, and how far: bytes of that file. */
export interface ArchiveProgress {
  readonly path: string;
  readonly bytes: number;
  /** Rows of the tables that are done, of all. */
  readonly rows: number;
  readonly ofRows: number;
}

export interface ExportProgress extends ArchiveProgress {
  readonly pictures: number;
  readonly ofPictures: number;
}

interface ArchiveRequest {
  readonly databaseUrl: string;
  readonly businessZone: string;
  readonly store: FileStore;
  readonly onProgress?: (progress: ExportProgress) => void;
  readonly signal?: AbortSignal;
}

/** Where an archive goes: a file, or a function that takes its bytes. */
type Destination = NodeJS.WritableStream | ((zip: AsyncIterable<Buffer>) => Promise<void>);

/** All entries have the same time, so that equal data gives an equal archive. */
// biome-ignore lint/style/noRestrictedGlobals: a constant, written in local time as ZIP reads it
const ENTRY = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true };

const STORED = 'stored_at is not null and removed_at is null';

interface Export extends ArchiveRequest {
  readonly client: pg.Client;
  readonly zip: ZipFile;
  readonly files: ArchivedFile[];
  rows: number;
  ofRows: number;
  pictures: number;
  ofPictures: number;
}

/**
 * Writes everything into one ZIP file, as it was at one moment, while Kemas runs. The pictures are in ZIP files of their
 * own, so that neither this process nor a reader holds a list of them all.
 * @throws when cancelled, or when the database or the destination fails
 */
export async function writeArchive(request: ArchiveRequest, destination: Destination): Promise<Manifest> {
  const client = await connectForArchive(request.databaseUrl);
  const zip = new ZipFile();
  const counts = { rows: 0, ofRows: 0, pictures: 0, ofPictures: 0 };
  const saved = save(zip, destination, request.signal);
  try {
    const [manifest] = await Promise.all([
      writeEntries({ ...request, client, zip, files: [], ...counts }),
      saved,
      failure(zip),
    ]);
    return manifest;
  } catch (error) {
    (zip.outputStream as Readable).destroy(error as Error);
    await saved.catch(() => undefined); // writes nothing more
    throw error;
  } finally {
    await client.end();
  }
}

async function save(zip: ZipFile, destination: Destination, signal?: AbortSignal): Promise<void> {
  await pipeline(zip.outputStream, destination, { signal });
}

/** Fails when an entry could not be read: ZipFile reports that as an event only. */
function failure(zip: ZipFile): Promise<void> {
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.outputStream.on('close', () => resolve());
  });
}

async function writeEntries(work: Export): Promise<Manifest> {
  const { client, zip, signal } = work;
  await client.query('begin isolation level repeatable read read only');
  const schema = await schemaVersion(client);
  if (schema === '')
    throw new Error('This database is empty. Set DATA_DIR or DATABASE_URL to that of your Kemas.');
  const tables = await archivedTables(client);
  const counts = await countRows(client, tables);
  work.ofRows = [...counts.values()].reduce((sum, count) => sum + count, 0);
  work.ofPictures = await countUploads(client);
  for (const table of tables) {
    signal?.throwIfAborted();
    await writeTable(work, table);
  }
  await writePictures(work);
  const manifest: Manifest = {
    format: FORMAT,
    schema,
    businessZone: work.businessZone,
    sequences: await readSequences(client),
    files: work.files,
  };
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), MANIFEST, ENTRY);
  zip.end();
  return manifest;
}

async function countRows(client: pg.Client, tables: readonly ArchivedTable[]): Promise<Map<string, number>> {
  const counts = tables.map(
    ({ name }) =>
      `select ${pg.escapeLiteral(name)} as name, count(*)::int as n from ${pg.escapeIdentifier(name)}`,
  );
  const { rows } = await client.query<{ name: string; n: number }>(counts.join(' union all '));
  return new Map(rows.map(({ name, n }) => [name, n]));
}

async function countUploads(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from upload where ${STORED}`);
  return rows[0]?.n ?? 0;
}

async function writeTable(work: Export, table: ArchivedTable): Promise<void> {
  const path = recordsPath(table.name);
  const source = work.client.query(copyTo(copyOut(table)));
  const { stream, result } = measured((bytes) => report(work, path, bytes));
  work.zip.addReadStream(stream, path, ENTRY);
  await pipeline(source, stream);
  work.rows += source.rowCount;
  work.files.push({ path, ...result(), rows: source.rowCount });
  report(work, path, 0);
}

/** By primary key; texts in byte order, because a collation differs between installations. */
function copyOut(table: ArchivedTable): string {
  const isText = new Set(table.columns.filter(({ type }) => type === 'text').map(({ name }) => name));
  const order = table.primaryKey.map(
    (name) => pg.escapeIdentifier(name) + (isText.has(name) ? ' collate "C"' : ''),
  );
  const rows = `select ${columnList(table)} from ${pg.escapeIdentifier(table.name)} order by ${order.join(', ')}`;
  return `copy (${rows}) to stdout with (format csv, header true, encoding 'UTF8')`;
}

interface Upload {
  readonly id: string;
  readonly width: number;
}

async function writePictures(work: Export): Promise<void> {
  let after: string | null = null;
  for (let number = 1; ; number += 1) {
    const { rows }: pg.QueryResult<Upload> = await work.client.query(
      `select id, width from upload
       where ${STORED} and ($1::uuid is null or id > $1)
       order by id limit ${UPLOADS_PER_FILE}`,
      [after],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    await writeUploads(work, uploadsPath(number), rows);
    after = last.id;
  }
}

/** Some pictures as a ZIP file within the archive. */
async function writeUploads(work: Export, path: string, uploads: readonly Upload[]): Promise<void> {
  report(work, path, 0);
  const entry = openEntry(work, path);
  const zip = new ZipFile();
  const addAll = async () => {
    for (const upload of uploads) {
      for (const key of filesOfUpload(upload)) await addPicture(work, zip, key);
      work.pictures += 1;
    }
    zip.end();
  };
  await Promise.all([addAll(), pipeline(zip.outputStream, entry.stream), failure(zip)]);
  work.files.push({ path, ...entry.result() });
}

/** An entry of the archive. ZipFile keeps the function to the end, so it must not lead to the entry's stream any more. */
function openEntry(work: Export, path: string) {
  const { stream, result } = measured((bytes) => report(work, path, bytes));
  let open: NodeJS.ReadableStream | null = stream;
  work.zip.addReadStreamLazy(path, { ...ENTRY, compress: false }, (begin) => {
    if (open !== null) begin(null, open);
  });
  stream.once('end', () => {
    open = null;
  });
  return { stream, result };
}

async function addPicture(work: Export, zip: ZipFile, key: string): Promise<void> {
  work.signal?.throwIfAborted();
  const bytes = await work.store.get(key);
  if (bytes === null) return; // removed since, or never made: a small picture has fewer sizes
  // One at a time: a queue of files would be held in memory.
  await new Promise<void>((resolve, reject) => {
    const stream = Readable.from([bytes]);
    stream.on('end', resolve);
    stream.on('error', reject);
    zip.addReadStream(stream, key, { ...ENTRY, compress: false });
  });
}

async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const found: Manifest['sequences'] = {};
  for (const name of Object.keys(SEQUENCES).sort()) {
    const { rows } = await client.query<{ value: string; isIssued: boolean }>(
      `select last_value as value, is_called as "isIssued" from ${pg.escapeIdentifier(name)}`,
    );
    if (rows[0]) found[name] = rows[0];
  }
  return found;
}

function report(work: Export, path: string, bytes: number): void {
  const { rows, ofRows, pictures, ofPictures } = work;
  work.onProgress?.({ path, bytes, rows, ofRows, pictures, ofPictures });
}

interface ArchivedColumn {
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
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and (c.relname = any ($1) or c.relname like 'ext\\_%')
  order by c.relname collate "C"`;

/** The archive's tables, from PostgreSQL's catalogue, by name; those of extensions too. */
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

/** Bytes and SHA-256 of what has passed through. */
interface Measured {
  readonly stream: Transform;
  result(): { readonly bytes: number; readonly sha256: string };
}

export function measured(onBytes: (bytes: number) => void = () => undefined): Measured {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      onBytes(bytes);
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/**
 * Writes an archive to a file of this machine, which appears under its name once it is complete.
 * @throws when cancelled, or when the database or the disk fails; nothing remains then
 */
export async function exportArchive(
  request: ArchiveRequest & { readonly target: string },
): Promise<Manifest> {
  const unfinished = `${request.target}.part`;
  try {
    const manifest = await writeArchive(request, createWriteStream(unfinished, { mode: 0o600 }));
    await rename(unfinished, request.target);
    return manifest;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
