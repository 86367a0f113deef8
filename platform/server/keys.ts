import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from './config.ts';

/** Independent keys, one a purpose, all derived from SESSION_SECRET. */
export interface Keys {
  /** Signs session tokens (HS256). */
  readonly session: Uint8Array;
  /** HMAC-SHA256 in hex, under a key of its own for each purpose. */
  mac(purpose: 'xsrf' | 'code' | 'gift' | 'register' | 'feed' | 'cursor', message: string): string;
}

export function keysFrom(secret: string): Keys {
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, '', `kemas/${purpose}`, 32));
  const macKeys = new Map<string, Uint8Array>();
  return {
    session: derive('session'),
    mac(purpose, message) {
      const key = macKeys.get(purpose) ?? derive(purpose);
      macKeys.set(purpose, key);
      return createHmac('sha256', key).update(message).digest('hex');
    },
  };
}

/** Compares in a time that tells nothing of where they differ. */
export function isSameSecret(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** SESSION_SECRET, or one generated on the first start and kept in DATA_DIR (readable by its owner only). */
export async function loadSecret(config: Config): Promise<string> {
  if (config.SESSION_SECRET !== undefined) return config.SESSION_SECRET;
  const file = path.join(config.DATA_DIR, 'session-secret');
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const secret = randomBytes(32).toString('hex');
    await mkdir(config.DATA_DIR, { recursive: true });
    await writeFile(file, secret, { mode: 0o600, flag: 'wx' });
    return secret;
  }
}
