import DataLoader from 'dataloader';
import type { Services } from './context.ts';

/** More are read in several statements, so that they come in a few lengths and are prepared. */
const MOST_AT_ONCE = 16;

/**
 * Reads rows by their ids for everybody who asks in the same turn of the event loop, in one statement. Nothing is kept:
 * who asks later reads anew. For what each request reads, so that a rush costs fewer round trips than it has requests.
 */
export function readTogether<Row extends { readonly id: string }>(
  read: (services: Services, ids: readonly string[]) => Promise<readonly Row[]>,
): (services: Services, id: string) => Promise<Row | undefined> {
  const loaders = new WeakMap<Services['db'], DataLoader<string, Row | undefined>>();
  const loaderOf = (services: Services) =>
    new DataLoader<string, Row | undefined>(
      async (ids) => {
        const rows = new Map((await read(services, [...new Set(ids)])).map((row) => [row.id, row]));
        return ids.map((id) => rows.get(id));
      },
      { cache: false, maxBatchSize: MOST_AT_ONCE, batchScheduleFn: (start) => setImmediate(start) },
    );
  return (services, id) => {
    const loader = loaders.get(services.db) ?? loaderOf(services);
    loaders.set(services.db, loader);
    return loader.load(id);
  };
}
