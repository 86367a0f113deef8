/** The data that a cleaner's phone stores for offline use. */
import type { Page } from '@playwright/test';

/** The persisted queries, by their address and job. */
export function persistedOnPhone(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const opened = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('kemas-reads');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    if (!opened.objectStoreNames.contains('reads')) return [];
    interface Persisted {
      clientState: { queries: { queryKey: [string, { params?: { id?: string } }] }[] };
    }
    const persisted = await new Promise<Persisted[]>((resolve) => {
      const request = opened.transaction('reads').objectStore('reads').getAll();
      request.onsuccess = () => resolve(request.result as Persisted[]);
    });
    opened.close();
    return persisted.flatMap(({ clientState }) =>
      clientState.queries.map(({ queryKey: [path, input] }) => `${path} ${input.params?.id ?? ''}`),
    );
  });
}
