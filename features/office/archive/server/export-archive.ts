import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ZipFile } from 'yazl';
import { filesOfUpload } from '#features/catalogue/uploads/server/index.ts';
import type { FileStore } from '#platform/server/providers/files.ts';
import { type ArchivedFile, MANIFEST, type Manifest, recordsPath, uploadPath } from '../manifest-shapes.ts';
import { FORMAT, SEQUENCES } from '../rules/contents.ts';
import {
  type ArchivedTable,
  archivedTables,
  columnList,
  connectForArchive,
  schemaVersion,
} from './archived-tables.ts';
import { measured } from './measured.ts';

/** What is being written or read, and how far: bytes of that file. */
export interface ArchiveProgress {
  readonly path: string;
  readonly bytes: number;
  /** Rows of the tables that are done, of all. */
  readonly rows: number;
  readonly ofRows: number;
}

export interface ExportRequest {
  readonly databaseUrl: string;
  readonly businessZone: string;
  readonly store: FileStore;
  /** Path of the new archive. */
  readonly target: string;
  readonly onProgress?: (progress: ArchiveProgress) => void;
  readonly signal?: AbortSignal;
}

/** All entries have the same time, so that equal data gives an equal archive. */
// biome-ignore lint/style/noRestrictedGlobals: a constant, written in local time as ZIP reads it
const ENTRY = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true };
const UPLOADS_PER_QUERY = 500;

interface Export extends ExportRequest {
  readonly client: pg.Client;
  readonly zip: ZipFile;
  readonly files: ArchivedFile[];
  rows: number;
  ofRows: number;
}

/**
 * Writes everything into one ZIP file, as it was at one moment, while Kemas runs. The file appears under its name once
 * it is complete.
 * @throws when cancelled, or when the database or the disk fails; nothing remains then
 */
export async function exportArchive(request: ExportRequest): Promise<Manifest> {
  const client = await connectForArchive(request.databaseUrl);
  const unfinished = `${request.target}.part`;
  const zip = new ZipFile();
  try {
    const work: Export = { ...request, client, zip, files: [], rows: 0, ofRows: 0 };
    const output = createWriteStream(unfinished, { mode: 0o600 });
    const [manifest] = await Promise.all([
      writeEntries(work),
      pipeline(zip.outputStream, output, { signal: request.signal }),
      failure(zip),
    ]);
    await rename(unfinished, request.target);
    return manifest;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await client.end();
  }
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
  for (const table of tables) {
    signal?.throwIfAborted();
    await writeTable(work, table);
  }
  await writeUploads(work);
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

async function writeUploads(work: Export): Promise<void> {
  for (let after: string | null = null; ; ) {
    const { rows }: pg.QueryResult<{ id: string; width: number }> = await work.client.query(
      `select id, width from upload
       where stored_at is not null and removed_at is null and ($1::uuid is null or id > $1)
       order by id limit ${UPLOADS_PER_QUERY}`,
      [after],
    );
    for (const upload of rows) for (const key of filesOfUpload(upload)) await writeUpload(work, key);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function writeUpload(work: Export, key: string): Promise<void> {
  work.signal?.throwIfAborted();
  const bytes = await work.store.get(key);
  if (bytes === null) return; // removed since, or never made: a small picture has fewer sizes
  const path = uploadPath(key);
  // One at a time: a queue of files would be held in memory.
  await new Promise<void>((resolve, reject) => {
    const { stream, result } = measured();
    stream.on('end', () => {
      work.files.push({ path, ...result() });
      resolve();
    });
    stream.on('error', reject);
    work.zip.addReadStream(stream, path, { ...ENTRY, compress: false });
    stream.end(bytes);
  });
  report(work, path, bytes.length);
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

function report({ onProgress, rows, ofRows }: Export, path: string, bytes: number): void {
  onProgress?.({ path, bytes, rows, ofRows });
}
