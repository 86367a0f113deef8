import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Manifest } from '../manifest-shapes.ts';
import { type ArchiveRequest, writeArchive } from './write-archive.ts';

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
