/** The part of the browser's Storage that the session needs. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Stores a text. False if the storage did not take it: it is full, or switched off. */
export function storeText(storage: TextStorage, key: string, text: string): boolean {
  storage.setItem(key, text);
  return storage.getItem(key) === text;
}

/**
 * A storage that never throws. Browsers refuse storage in private windows, when cookies are blocked (the getter itself
 * throws) or when the quota is used up; a person must still be able to sign in until the page is closed.
 */
export function safeStorage(open: () => TextStorage): TextStorage {
  const attempt = <Result>(use: (storage: TextStorage) => Result, otherwise: Result): Result => {
    try {
      return use(open());
    } catch {
      // Not an error: the session stays in memory, which is all that such a browser allows.
      return otherwise;
    }
  };
  return {
    getItem: (key) => attempt((storage) => storage.getItem(key), null),
    setItem: (key, value) => attempt((storage) => storage.setItem(key, value), undefined),
    removeItem: (key) => attempt((storage) => storage.removeItem(key), undefined),
  };
}
