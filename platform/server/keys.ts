import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Config, SHORTEST_SECRET } from './config.ts';

/** Independent keys, one per purpose, all derived from SESSION_SECRET. */
export interface Keys {
  /** Signs session tokens (HS256). */
  readonly session: Uint8Array;
  /** HMAC-SHA256 in hex, with a separate key for each purpose. */
  mac(
    purpose:
      | 'xsrf'
      | 'known-browser'
      | 'code'
      | 'gift'
      | 'register'
      | 'facebook-proof'
      | 'feed'
      | 'cursor'
      | 'unsubscribe'
      | 'visit-choice'
      | 'picture'
      | 'sandbox',
    message: string,
  ): string;
  /** AES-256-GCM, for values that must be read again. The owner is authenticated: it opens only for the same one. */
  seal(purpose: 'totp' | 'webhook' | 'short-link', text: string, owner: string): string;
  /** Null for anything that was not sealed here for this owner, or under another SESSION_SECRET. */
  open(purpose: 'totp' | 'webhook' | 'short-link', sealed: string, owner: string): string | null;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function keysFrom(secret: string): Keys {
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, '', `kemas/${purpose}`, 32));
  const derived = new Map<string, Uint8Array>();
  const keyOf = (purpose: string) => {
    const key = derived.get(purpose) ?? derive(purpose);
    derived.set(purpose, key);
    return key;
  };
  return {
    session: derive('session'),
    mac: (purpose, message) => createHmac('sha256', keyOf(purpose)).update(message).digest('hex'),
    seal: (purpose, text, owner) => seal(keyOf(purpose), text, owner),
    open: (purpose, sealed, owner) => unseal(keyOf(purpose), sealed, owner),
  };
}

function seal(key: Uint8Array, text: string, owner: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url');
}

function unseal(key: Uint8Array, sealed: string, owner: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)).toString() + decipher.final('utf8');
  } catch {
    return null; // `final` throws if the tag does not match, which is the check here
  }
}

/** Constant-time comparison. */
export function isSameSecret(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** In DATA_DIR. */
export const SECRET_FILE = 'session-secret';

/**
 * SESSION_SECRET, or one generated on the first start and kept in DATA_DIR (readable by its owner only).
 * @throws when the file is empty or too short: keys derived from it could be guessed.
 */
export async function loadSecret(config: Config): Promise<string> {
  if (config.SESSION_SECRET !== undefined) return config.SESSION_SECRET;
  const file = path.join(config.DATA_DIR, SECRET_FILE);
  const stored = await readSecret(file);
  if (stored === null) return createSecret(config.DATA_DIR);
  if (stored.length < SHORTEST_SECRET) {
    throw new Error(
      `${file} has ${stored.length} characters instead of at least ${SHORTEST_SECRET}. Restore it from a backup. ` +
        'Without a backup, delete it: a new one is generated, and everyone has to sign in again (docs/security.md, "SESSION_SECRET").',
    );
  }
  return stored;
}

async function readSecret(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

/**
 * Written to a temporary file and renamed, so that a full disk or a power failure leaves either the whole secret or
 * none.
 */
async function createSecret(folder: string): Promise<string> {
  const secret = randomBytes(32).toString('hex');
  const temporary = path.join(folder, `${SECRET_FILE}.${process.pid}.tmp`);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(temporary, secret, { mode: 0o600, flush: true });
    await rename(temporary, path.join(folder, SECRET_FILE));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
  return secret;
}

/** Makes the rename survive a power failure. Windows cannot open a directory, and does not need this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
