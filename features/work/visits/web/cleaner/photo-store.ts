import { createStore, del, get, set, type UseStore } from 'idb-keyval';

/** Pictures on this phone that the server has not got yet. */
export interface PhotoStore {
  put(key: string, picture: Blob): Promise<void>;
  get(key: string): Promise<Blob | null>;
  remove(key: string): Promise<void>;
}

/** Under whose id and which: another cleaner on the same phone neither sees nor sends it. */
export function photoKey(cleanerID: string, photoID: string): string {
  return `${cleanerID} ${photoID}`;
}

/**
 * In the browser's own database, which outlives the page and the phone's restart. Where a browser has none (a private
 * window) they live as long as the page, as the presses do.
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
      // Nothing to tell here: the picture is kept in memory, and sent from there.
      return otherwise;
    }
  };
  return {
    async put(key, picture) {
      inMemory.set(key, picture);
      // As bytes: some browsers lose a Blob that points into a file which is gone.
      const bytes = await picture.arrayBuffer();
      const kept = await attempt(async (at) => {
        await set(key, { bytes, type: picture.type }, at);
        return true;
      }, false);
      if (kept) inMemory.delete(key);
    },
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
