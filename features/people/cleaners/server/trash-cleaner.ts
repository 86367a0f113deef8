import { isRefusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { deleteUnreferenced } from '#platform/server/database/transaction.ts';
import { moveToTrash, restore } from '#platform/server/records.ts';
import { endSessionsOf } from '#platform/server/sessions/sessions.ts';
import { readCleaner } from './cleaner-record.ts';
import { cleanerTimes } from './cleaner-times.ts';
import { lockCleaners } from './lock-cleaners.ts';

/** Trashes a cleaner, unless jobs are booked. Sessions end at once. */
export function trashCleaner(ctx: Context, id: string) {
  return moveToTrash(ctx, {
    table: 'cleaner',
    id,
    read: (tx) => readCleaner(tx, id),
    canTrash: async (tx) => {
      const jobs = await cleanerTimes(tx).bookedJobs(tx, id);
      return jobs.length === 0 ? undefined : refuse('has_jobs', { extensions: { jobs } });
    },
    onTrash: (tx) => endSessionsOf(tx, { role: 'cleaner', id }, 'trashed'),
  });
}

export function untrashCleaner(ctx: Context, id: string) {
  return restore(ctx, {
    table: 'cleaner',
    id,
    read: (tx) => readCleaner(tx, id),
    onRestore: (tx) => cleanerTimes(tx).onJoined(tx, id),
  });
}

/**
 * Deletes a cleaner who was added by mistake, so that the number is free again. Who has only blocked times, or jobs that
 * are over, moves to the trash; who was changed since (also regions, photo or hours), invited or has booked jobs stays.
 * @param addedAt When all of the cleaner had been added.
 * @returns why the cleaner stays; null if they are gone.
 */
export async function removeUnusedCleaner(tx: Tx, id: string, addedAt: string): Promise<string | null> {
  await lockCleaners(tx, [id]);
  const changed = await tx.db
    .selectFrom('cleaner')
    .select('id')
    .where('id', '=', id)
    .where((of) => of.or([of('updatedAt', '>', addedAt), of('invitedAt', 'is not', null)]))
    .executeTakeFirst();
  if (changed !== undefined) return 'This cleaner was changed since.';
  const isDeleted = await deleteUnreferenced(tx, async () => {
    await tx.db.deleteFrom('cleaner_region').where('cleanerID', '=', id).execute();
    await tx.db.deleteFrom('cleaner_week').where('cleanerID', '=', id).execute();
    await tx.db.deleteFrom('cleaner').where('id', '=', id).execute();
  });
  if (isDeleted) {
    await audit(tx, { action: 'cleaner.deleted', subject: { kind: 'cleaner', id } });
    return null;
  }
  return isRefusal(await trashCleaner(tx, id)) ? 'This cleaner has booked jobs.' : null;
}
