import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { checkedKey, type FileStore, type StoredFile } from './files.ts';

/** Files in a directory of this machine: for one process, or several that share the disk. */
export function diskFiles(folder: string): FileStore {
  const pathOf = (key: string) => path.join(folder, ...checkedKey(key).split('/'));
  return {
    put: async (key, file) => writeWhole(pathOf(key), file),
    get: async (key) => {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    remove: async (key) => rm(pathOf(key), { force: true }),
  };
}

/** Writes to a temporary file and renames it, so that a full disk or a killed process never leaves a partial file. */
async function writeWhole(target: string, { bytes }: StoredFile): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  const unfinished = `${target}.${randomUUID()}.part`;
  try {
    await using file = await open(unfinished, 'wx', 0o640);
    await file.writeFile(bytes);
    await file.sync();
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
