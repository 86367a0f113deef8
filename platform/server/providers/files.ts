export interface StoredFile {
  readonly bytes: Uint8Array;
  /** `image/webp` */
  readonly type: string;
}

/** Stores files by key. A file is written completely or not at all; all three operations can be repeated. */
export interface FileStore {
  put(key: string, file: StoredFile): Promise<void>;
  /** Null if there is none. */
  get(key: string): Promise<Uint8Array | null>;
  remove(key: string): Promise<void>;
}

const A_KEY = /^[0-9a-z-]+(?:\/[0-9a-z-]+)*\.[a-z0-9]+$/;

/**
 * Validates a key: no `..`, no hidden files, no absolute paths.
 * @throws for any other text: user input is validated long before
 */
export function checkedKey(key: string): string {
  if (!A_KEY.test(key)) throw new Error(`${JSON.stringify(key)} is not a valid file key.`);
  return key;
}
