import { createWriteStream } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { type ArchivedFile, MANIFEST, type Manifest, manifestSchema } from '../manifest-shapes.ts';
import { FORMAT } from '../rules/contents.ts';
import { measured } from './measured.ts';

export interface Archive extends AsyncDisposable {
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
export async function checkFiles(
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
export async function* picturesIn(
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
