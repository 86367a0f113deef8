import { createWriteStream } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { LOGO_FORMAT, PICTURE_FORMATS } from '#platform/kernel/pictures.ts';
import { BASELINE, LAST_BEFORE_BASELINE } from '#platform/server/database/migrate.ts';
import { TYPES } from '#platform/server/pictures/encode-picture.ts';
import type { FileStore } from '#platform/server/providers/files.ts';
import {
  type ArchivedFile,
  MANIFEST,
  type Manifest,
  manifestSchema,
  recordsPath,
  UPLOADS,
} from '../manifest-shapes.ts';
import { FILLED_BY_MIGRATIONS, FORMAT, LEFT_OUT, SEQUENCES, WITHHELD } from '../rules/contents.ts';
import {
  type ArchivedTable,
  type ArchiveProgress,
  archivedTables,
  byReference,
  columnList,
  connectForArchive,
  measured,
  schemaVersion,
} from './write-archive.ts';

interface Archive extends AsyncDisposable {
  readonly manifest: Manifest;
  /** @throws a sentence for the operator if the archive has no such file */
  read(path: string): Promise<NodeJS.ReadableStream>;
}

/** Bytes: about 100,000 files. */
const LARGEST_MANIFEST = 20e6;

/**
 * Opens an archive and reads its manifest; the files are not checked yet.
 * @throws a sentence for the operator
 */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openZip(path);
  try {
    const entries = await listEntries(zip);
    const manifest = await readManifest(zip, entries);
    checkNames(manifest, entries);
    return {
      manifest,
      read: (file) => zip.openReadStreamPromise(entryOf(entries, file)),
      [Symbol.asyncDispose]: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/**
 * Compares each file with its checksum.
 * @throws a sentence that names the first file that is not as it was exported
 */
async function checkFiles(
  archive: Archive,
  onFile: (path: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  for (const file of archive.manifest.files) {
    onFile(file.path);
    await checkFile(archive, file, signal);
  }
}

async function checkFile(archive: Archive, file: ArchivedFile, signal?: AbortSignal): Promise<void> {
  const { stream, result } = measured();
  try {
    await pipeline(await archive.read(file.path), stream, discard(), { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw new Error(`${file.path} cannot be read: the archive is damaged.`, { cause: error });
  }
  const { bytes, sha256 } = result();
  if (bytes !== file.bytes || sha256 !== file.sha256)
    throw new Error(`${file.path} was changed after the export: its checksum is not the manifest's.`);
}

/** The pictures in one of the archive's ZIP files, one after another. @throws a sentence for the operator */
async function* picturesIn(
  archive: Archive,
  path: string,
): AsyncGenerator<{ readonly key: string; readonly bytes: Buffer }> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'kemas-pictures-'));
  const copy = join(folder.path, 'pictures.zip');
  await pipeline(await archive.read(path), createWriteStream(copy, { mode: 0o600 }));
  const zip = await openZip(copy);
  try {
    for await (const entry of zip.eachEntry())
      yield { key: entry.fileName, bytes: await bytesOf(await zip.openReadStreamPromise(entry)) };
  } finally {
    zip.close();
  }
}

async function bytesOf(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function discard(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Error(`${path} does not exist.`, { cause: error });
    throw new Error(`${path} cannot be read as a ZIP file: it is damaged, or not an archive of Kemas.`, {
      cause: error,
    });
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch (error) {
    throw new Error('The list of files in the archive is damaged.', { cause: error });
  }
  return entries;
}

function entryOf(entries: Map<string, Entry>, path: string): Entry {
  const entry = entries.get(path);
  if (entry === undefined) throw new Error(`${path} is missing from the archive.`);
  return entry;
}

async function readManifest(zip: ZipFile, entries: Map<string, Entry>): Promise<Manifest> {
  const entry = entryOf(entries, MANIFEST);
  if (entry.uncompressedSize > LARGEST_MANIFEST) throw new Error(`${MANIFEST} is too large.`);
  const damaged = `${MANIFEST} is damaged.`;
  let read: unknown;
  try {
    const text = await bytesOf(await zip.openReadStreamPromise(entry));
    if (crc32(text) !== entry.crc32) throw new Error(damaged);
    read = JSON.parse(text.toString('utf8'));
  } catch (error) {
    throw new Error(damaged, { cause: error });
  }
  checkFormat(read);
  const manifest = manifestSchema.safeParse(read);
  if (!manifest.success) throw new Error(damaged, { cause: manifest.error });
  return manifest.data;
}

function checkFormat(read: unknown): void {
  const format = read !== null && typeof read === 'object' && 'format' in read ? read.format : undefined;
  if (format !== FORMAT)
    throw new Error(
      `The archive has format ${String(format)}; this version of Kemas reads format ${FORMAT}.`,
    );
}

function checkNames(manifest: Manifest, entries: Map<string, Entry>): void {
  const listed = new Set([MANIFEST, ...manifest.files.map(({ path }) => path)]);
  for (const path of listed) entryOf(entries, path);
  for (const path of entries.keys())
    if (!listed.has(path))
      throw new Error(`${path} was added to the archive: the manifest does not list it.`);
}

interface ImportRequest {
  /** A migrated database without data. */
  readonly databaseUrl: string;
  readonly businessZone: string;
  readonly store: FileStore;
  /** Path of the archive. */
  readonly source: string;
  /** Hashes in PHC format: of the owner with this name, if any, and of everyone else. */
  readonly passwords: { readonly owner?: { identity: string; hash: string }; readonly others: string };
  readonly onProgress?: (progress: ArchiveProgress) => void;
  readonly signal?: AbortSignal;
}

interface Import extends ImportRequest {
  readonly client: pg.Client;
  readonly archive: Archive;
  rows: number;
  readonly ofRows: number;
}

/**
 * Fills an empty Kemas from an archive, in one transaction, after all checksums were compared.
 * @throws a sentence for the operator; the database is unchanged then, and the import can be repeated
 */
export async function importArchive(request: ImportRequest): Promise<Manifest> {
  await using archive = await openArchive(request.source);
  const client = await connectForArchive(request.databaseUrl);
  try {
    const ofRows = archive.manifest.files.reduce((sum, { rows }) => sum + (rows ?? 0), 0);
    const work: Import = { ...request, client, archive, rows: 0, ofRows };
    await checkTarget(work);
    await checkFiles(archive, (path) => report(work, path, 0), request.signal);
    await client.query('begin');
    await fill(work);
    await client.query('commit');
    await client.query('analyze');
    return archive.manifest;
  } finally {
    await client.end(); // rolls back what is not committed
  }
}

async function checkTarget({ client, archive, businessZone }: Import): Promise<void> {
  const { manifest } = archive;
  const schema = await schemaVersion(client);
  const isSameSchema = schema === BASELINE && manifest.schema === LAST_BEFORE_BASELINE;
  if (schema !== manifest.schema && !isSameSchema)
    throw new Error(
      `The archive was exported with schema ${manifest.schema}, and this database has ${schema}. ` +
        'Import with the version of Kemas that exported it, then upgrade.',
    );
  if (businessZone !== manifest.businessZone)
    throw new Error(`The archive's business zone is ${manifest.businessZone}: set BUSINESS_TZ to it.`);
  checkTables(manifest, await archivedTables(client));
  await refuseData(client, await importedTables(client, manifest));
}

/** All of ours, and those of the extensions that the archive has rows of: others stay as their migrations left them. */
async function importedTables(client: pg.Client, { files }: Manifest): Promise<readonly ArchivedTable[]> {
  const listed = new Set(files.map(({ path }) => path));
  return (await archivedTables(client)).filter(
    ({ name }) => !isOfExtension(name) || listed.has(recordsPath(name)),
  );
}

function isOfExtension(table: string): boolean {
  return table.startsWith('ext_');
}

function checkTables(manifest: Manifest, tables: readonly ArchivedTable[]): void {
  const known = new Set(tables.map(({ name }) => recordsPath(name)));
  const needed = tables.filter(({ name }) => !isOfExtension(name)).map(({ name }) => recordsPath(name));
  const listed = new Set(manifest.files.filter(({ rows }) => rows !== undefined).map(({ path }) => path));
  for (const path of needed) if (!listed.has(path)) throw new Error(`${path} is missing from the archive.`);
  for (const { path } of manifest.files) {
    if (known.has(path) || path.startsWith(UPLOADS)) continue;
    throw new Error(
      path.startsWith('records/ext_')
        ? `${path} is of an extension that is not installed here. Add it to extensions/, and try again.`
        : `${path} does not belong in an archive of Kemas.`,
    );
  }
}

async function refuseData(client: pg.Client, tables: readonly ArchivedTable[]): Promise<void> {
  for (const { name } of tables) {
    if (FILLED_BY_MIGRATIONS.has(name) || isOfExtension(name)) continue;
    const { rows } = await client.query(`select from ${pg.escapeIdentifier(name)} limit 1`);
    if (rows.length > 0)
      throw new Error(
        `The database is not empty: ${name} has rows. Import into a new database, before Kemas has started on it.`,
      );
  }
}

async function fill(work: Import): Promise<void> {
  const { client, archive } = work;
  const tables = byReference(await importedTables(client, archive.manifest));
  // Triggers would queue events, change copied values and refuse the past. Foreign keys and constraints stay on.
  for (const { name } of tables)
    await client.query(`alter table ${pg.escapeIdentifier(name)} disable trigger user`);
  await refuseData(client, tables); // again, now that the tables are locked
  for (const { name } of [...tables].reverse())
    await client.query(`delete from ${pg.escapeIdentifier(name)}`);
  await client.query(
    `alter table admin alter column password_hash set default ${pg.escapeLiteral(work.passwords.others)}`,
  );
  for (const table of tables) await copyTable(work, table);
  if (archive.manifest.schema === LAST_BEFORE_BASELINE)
    for (const table of tables) await renameIDs(client, table);
  await client.query('alter table admin alter column password_hash drop default');
  await setOwnersPassword(work);
  await setSequences(client, archive.manifest);
  for (const { name } of tables)
    await client.query(`alter table ${pg.escapeIdentifier(name)} enable trigger user`);
  for (const file of archive.manifest.files) if (file.path.startsWith(UPLOADS)) await copyUploads(work, file);
}

/** Versions before 0.1.0 stored `jobId` in JSON. The audit trail stays as it was: its hashes cover every byte. */
async function renameIDs(client: pg.Client, { name, columns }: ArchivedTable): Promise<void> {
  if (name.startsWith('audit_')) return;
  for (const { name: column, type } of columns) {
    if (type !== 'jsonb') continue;
    const json = `${pg.escapeIdentifier(column)}::text`;
    await client.query(
      `update ${pg.escapeIdentifier(name)} set ${pg.escapeIdentifier(column)} = regexp_replace(${json}, $1, $2, 'g')::jsonb
       where ${json} ~ $1`,
      [String.raw`"(\w*[a-z0-9])Id(s?)":`, String.raw`"\1ID\2":`],
    );
  }
}

async function copyTable(work: Import, table: ArchivedTable): Promise<void> {
  const path = recordsPath(table.name);
  const sink = work.client.query(
    copyFrom(
      `copy ${pg.escapeIdentifier(table.name)} (${columnList(table)}) from stdin with (format csv, header match, encoding 'UTF8')`,
    ),
  );
  const { stream } = measured((bytes) => report(work, path, bytes));
  try {
    await pipeline(await work.archive.read(path), stream, boundRows(), sink, { signal: work.signal });
  } catch (error) {
    work.signal?.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${path} could not be imported: ${why}`, { cause: error });
  }
  work.rows += sink.rowCount;
  report(work, path, 0);
}

/** Bytes: many times the largest row that Kemas writes, and what PostgreSQL and this process can hold. */
const LONGEST_ROW = 32 * 1024 * 1024;
const [QUOTE, LINE_FEED] = [0x22, 0x0a];

/**
 * Passes CSV on, and fails at a row that is too long, which PostgreSQL would hold as a whole. Exported for its test.
 * @param most bytes
 */
export function boundRows(most = LONGEST_ROW): Transform {
  let isQuoted = false;
  let length = 0;
  let row = 1;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const byte of chunk) {
        length += 1;
        // A doubled quote inside a field closes and opens it again.
        if (byte === QUOTE) isQuoted = !isQuoted;
        else if (byte === LINE_FEED && !isQuoted) {
          length = 0;
          row += 1;
        }
        if (length > most) return done(new Error(`line ${row} is longer than ${most} bytes`));
      }
      done(null, chunk);
    },
  });
}

/** @throws if there is no such owner */
async function setOwnersPassword({ client, passwords: { owner } }: Import): Promise<void> {
  if (owner === undefined) return;
  const { rowCount } = await client.query(
    `update admin set password_hash = $2
     where lower(identity) = lower($1) and office_role = 'owner' and trashed_at is null`,
    [owner.identity, owner.hash],
  );
  if (rowCount !== 1)
    throw new Error(`The archive has no owner with the name ${owner.identity}: correct ADMIN_IDENTITY.`);
}

async function setSequences(client: pg.Client, { sequences }: Manifest): Promise<void> {
  for (const name of Object.keys(SEQUENCES)) {
    const at = sequences[name];
    if (at === undefined) throw new Error(`The manifest has no sequence ${name}.`);
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, at.value, at.isIssued]);
  }
}

async function copyUploads(work: Import, { path }: ArchivedFile): Promise<void> {
  for await (const { key, bytes } of picturesIn(work.archive, path)) {
    work.signal?.throwIfAborted();
    const format = ([...PICTURE_FORMATS, LOGO_FORMAT] as const).find((one) => key.endsWith(`.${one}`));
    if (format === undefined) throw new Error(`${key} in ${path} is not a picture.`);
    await work.store.put(key, { bytes, type: TYPES[format] });
  }
  report(work, path, 0);
}

function report({ onProgress, rows, ofRows }: Import, path: string, bytes: number): void {
  onProgress?.({ path, bytes, rows, ofRows });
}

/** The part of docs/archive.md that follows from the schema, as Markdown. */
export async function describeArchive(client: pg.ClientBase): Promise<string> {
  const tables = await archivedTables(client);
  const lines = [
    `The format's version is ${FORMAT}.`,
    '',
    '## Files',
    '',
    ...tables.flatMap(fileOf),
    '## Sequences in the manifest',
    '',
    ...Object.entries(SEQUENCES).map(([name, what]) => `- \`${name}\`: ${what}`),
    '',
    '## Columns that are left out',
    '',
    ...Object.entries(WITHHELD).flatMap(([table, columns]) =>
      Object.entries(columns).map(([column, why]) => `- \`${table}.${column}\`: ${why}`),
    ),
    '',
    '## Tables that are left out',
    '',
    ...Object.entries(LEFT_OUT).map(([table, why]) => `- \`${table}\`: ${why}`),
  ];
  return `${lines.join('\n')}\n`;
}

function fileOf(table: ArchivedTable): string[] {
  return [
    `### ${recordsPath(table.name)}`,
    '',
    `Ordered by ${table.primaryKey.join(', ')}.`,
    '',
    '| column | type | can be empty |',
    '|---|---|---|',
    ...table.columns.map(
      ({ name, type, isRequired }) => `| ${name} | ${type} | ${isRequired ? 'no' : 'yes'} |`,
    ),
    '',
  ];
}
