import { sql } from 'kysely';
import type { SettingsChange } from '#features/catalogue/settings/server/index.ts';
import { lockCleaners } from '#features/people/cleaners/server/index.ts';
import type { Tx } from '#platform/server/context.ts';

/**
 * Applies a shorter travel buffer to booked visits too: the constraint would otherwise refuse times that the rule
 * offers. A longer buffer leaves them unchanged; the rule keeps new visits away from them. Concurrent bookings read the
 * buffer under the locks taken here.
 */
export async function narrowTravel(tx: Tx, { before, after }: SettingsChange): Promise<void> {
  if (after.travelBufferMinutes >= before.travelBufferMinutes) return;
  const everybody = await tx.db.selectFrom('cleaner').select('id').orderBy('id').execute();
  await lockCleaners(
    tx,
    everybody.map((cleaner) => cleaner.id),
  );
  const ride = sql`make_interval(secs => ${(after.travelBufferMinutes * 60) / 2})`;
  await tx.db
    .updateTable('cleaner_occupation')
    .set({
      travel_from: sql<string>`greatest(travel_from, starts_at - ${ride})`,
      travel_until: sql<string>`least(travel_until, ends_at + ${ride})`,
    })
    .where('kind', '=', 'job')
    .where('released_at', 'is', null)
    .where('ends_at', '>', tx.clock.now().toString())
    .execute();
}
