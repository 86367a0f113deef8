/** What a cleaner's phone keeps for when there is no signal. */
import type { Page } from '@playwright/test';

/** The reads that the phone keeps, by their address and job. */
export function keptOnPhone(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const opened = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('kemas-reads');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    if (!opened.objectStoreNames.contains('reads')) return [];
    interface Kept {
      state: { queries: { queryKey: [string, { params?: { id?: string } }] }[] };
    }
    const kept = await new Promise<Kept[]>((resolve) => {
      const request = opened.transaction('reads').objectStore('reads').getAll();
      request.onsuccess = () => resolve(request.result as Kept[]);
    });
    opened.close();
    return kept.flatMap(({ state }) =>
      state.queries.map(({ queryKey: [path, input] }) => `${path} ${input.params?.id ?? ''}`),
    );
  });
}
