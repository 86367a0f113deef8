import type { Context } from '#platform/server/context.ts';
import type { FileStore } from '#platform/server/providers/files.ts';

/** Bytes of a part: a process holds one or two of them, and an object store takes it within seconds. */
const PART_BYTES = 8 * 1024 * 1024;

/** The key of a part in the file store. */
function keyOf(id: string, part: number): string {
  return `exports/${id}/${String(part).padStart(6, '0')}.part`;
}

/**
 * Stores a file in parts, because the file store takes only what fits into memory.
 * @param onPart called before each part is stored, with its number from 1; what it throws ends the writing
 */
export async function storeParts(
  store: FileStore,
  id: string,
  file: AsyncIterable<Buffer>,
  onPart: (part: number) => Promise<void>,
): Promise<void> {
  let chunks: Buffer[] = [];
  let size = 0;
  let part = 0;
  const storeChunks = async () => {
    part += 1;
    await onPart(part);
    await store.put(keyOf(id, part), { bytes: Buffer.concat(chunks), type: 'application/octet-stream' });
    chunks = [];
    size = 0;
  };
  for await (const chunk of file) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= PART_BYTES) await storeChunks();
  }
  if (size > 0) await storeChunks();
}

/** @throws if a part is missing: the download ends there, incomplete */
export async function* readParts(store: FileStore, id: string, parts: number): AsyncGenerator<Uint8Array> {
  for (let part = 1; part <= parts; part += 1) {
    const bytes = await store.get(keyOf(id, part));
    if (bytes === null) throw new Error(`Part ${part} of export ${id} is missing.`);
    yield bytes;
  }
}

/** Deletes the parts of an export, whether they exist or not. */
export async function removeParts({ db, providers }: Context, id: string, parts: number): Promise<void> {
  for (let part = 1; part <= parts; part += 1) await providers.files.remove(keyOf(id, part));
  await db.updateTable('archive_export').set({ parts: 0 }).where('id', '=', id).execute();
}
