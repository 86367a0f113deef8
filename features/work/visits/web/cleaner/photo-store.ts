import { createStore, del, get, set, type UseStore } from 'idb-keyval';

/** Photos on this phone that have not been uploaded yet. */
export interface PhotoStore {
  put(key: string, picture: Blob): Promise<void>;
  /** The phone could not store it: it is lost when the page is closed. */
  isOnlyInMemory(key: string): boolean;
  get(key: string): Promise<Blob | null>;
  remove(key: string): Promise<void>;
}

/** Includes the cleaner's id, so that another cleaner on the same phone neither sees nor sends it. */
export function photoKey(cleanerID: string, photoID: string): string {
  return `${cleanerID} ${photoID}`;
}

/**
 * Uses IndexedDB, which survives reloads and restarts. In browsers without it (private windows), photos are kept in
 * memory until the page is closed, like the actions.
 */
export function createPhotoStore(
  open: () => UseStore = () => createStore('kemas-photos', 'unsent'),
): PhotoStore {
  const inMemory = new Map<string, Blob>();
  let store: UseStore | null = null;
  const attempt = async <Result>(use: (store: UseStore) => Promise<Result>, otherwise: Result) => {
    try {
      store ??= open();
      return await use(store);
    } catch {
      // Not reported: the photo is kept in memory and sent from there.
      return otherwise;
    }
  };
  return {
    async put(key, picture) {
      inMemory.set(key, picture);
      // Stored as bytes: some browsers lose a Blob whose underlying file is gone.
      const bytes = await picture.arrayBuffer();
      const kept = await attempt(async (at) => {
        await set(key, { bytes, type: picture.type }, at);
        return true;
      }, false);
      if (kept) inMemory.delete(key);
    },
    isOnlyInMemory: (key) => inMemory.has(key),
    async get(key) {
      const held = inMemory.get(key);
      if (held !== undefined) return held;
      const found = await attempt((at) => get<{ bytes: ArrayBuffer; type: string }>(key, at), undefined);
      return found === undefined ? null : new Blob([found.bytes], { type: found.type });
    },
    async remove(key) {
      inMemory.delete(key);
      await attempt((at) => del(key, at), undefined);
    },
  };
}

export const photoStore = createPhotoStore();
