import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chown, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Account } from '#platform/server/database/embedded/account.ts';
import type { BackedUpFile } from './manifest.ts';

interface CopyOptions {
  readonly from: string;
  readonly to: string;
  /** Paths below `from` that are not copied; of a folder whose contents are excluded, an empty one is. */
  readonly excludes?: (path: string) => boolean;
  /** The owner of the copy; default: ourselves. */
  readonly account?: Account | undefined;
}

/** Copies a folder and returns its files with their checksums. Files that disappear while it runs are skipped. */
export async function copyFolder(options: CopyOptions, below = ''): Promise<BackedUpFile[]> {
  const { from, to, excludes, account } = options;
  await mkdir(join(to, below), { recursive: true, mode: 0o700 });
  if (account) await chown(join(to, below), account.uid, account.gid);
  const files: BackedUpFile[] = [];
  for (const entry of await readdir(join(from, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (excludes?.(path)) continue;
    if (entry.isDirectory()) files.push(...(await copyFolder(options, path)));
    else if (entry.isFile()) {
      const copied = await copyFile(join(from, path), join(to, path));
      if (copied === null) continue;
      if (account) await chown(join(to, path), account.uid, account.gid);
      files.push({ path, ...copied });
    }
  }
  return files;
}

/** Null if it no longer exists. */
async function copyFile(from: string, to: string) {
  try {
    return await digest(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The size and checksum of a file, which is copied if `to` is given. */
export async function digest(from: string, to?: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const count = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  const source = createReadStream(from);
  if (to === undefined) {
    for await (const _chunk of count(source));
  } else {
    await pipeline(source, count, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }));
  }
  return { bytes, sha256: hash.digest('hex') };
}
