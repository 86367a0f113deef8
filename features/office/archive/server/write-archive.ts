import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ZipFile } from 'yazl';
import { filesOfUpload } from '#features/catalogue/uploads/server/index.ts';
import type { FileStore } from '#platform/server/providers/files.ts';
import { type ArchivedFile, MANIFEST, type Manifest, recordsPath, uploadsPath } from '../manifest-shapes.ts';
import { FORMAT, SEQUENCES, UPLOADS_PER_FILE } from '../rules/contents.ts';
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

export interface ExportProgress extends ArchiveProgress {
  readonly pictures: number;
  readonly ofPictures: number;
}

export interface ArchiveRequest {
  readonly databaseUrl: string;
  readonly businessZone: string;
  readonly store: FileStore;
  readonly onProgress?: (progress: ExportProgress) => void;
  readonly signal?: AbortSignal;
}

/** Where an archive goes: a file, or a function that takes its bytes. */
export type Destination = NodeJS.WritableStream | ((zip: AsyncIterable<Buffer>) => Promise<void>);

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
