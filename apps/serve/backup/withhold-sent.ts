import { features } from '#apps/api/features.ts';
import type { Config } from '#platform/server/config.ts';
import { openDatabase, openPool } from '#platform/server/database/database.ts';
import { withholdTasks } from '#platform/server/dead-tasks.ts';
import { compose } from '#platform/server/feature.ts';

/**
 * In a restored database, before Kemas starts on it: what was waiting at the time of the backup may have been sent since.
 * It is marked as not sent, and the office decides (docs/decisions/0031-restored-queue.md).
 */
export async function withholdSent(config: Config, url: string): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const pool = openPool({ url, timeZone: config.BUSINESS_TZ, connections: 1 });
  opened.defer(() => pool.end());
  const { onRestore = {}, repeatableTasks = [] } = compose(features);
  await openDatabase(pool)
    .transaction()
    .execute(async (db) => {
      for (const withhold of Object.values(onRestore)) await withhold(db);
      await withholdTasks(db, repeatableTasks);
    });
}
