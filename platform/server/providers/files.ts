export interface StoredFile {
  readonly bytes: Uint8Array;
  /** `image/webp` */
  readonly type: string;
}

/** Keeps files by key. A key is written once and whole, or not at all; all three acts may be repeated. */
export interface FileStore {
  put(key: string, file: StoredFile): Promise<void>;
  /** Null where there is none. */
  get(key: string): Promise<Uint8Array | null>;
  remove(key: string): Promise<void>;
}

const A_KEY = /^[0-9a-z-]+(?:\/[0-9a-z-]+)*\.[a-z0-9]+$/;

/**
 * The key, where it is one: no dots that climb, nothing hidden, nothing absolute.
 * @throws for any other text: what people send is checked long before
 */
export function checkedKey(key: string): string {
  if (!A_KEY.test(key)) throw new Error(`${JSON.stringify(key)} is no key of a file.`);
  return key;
}
