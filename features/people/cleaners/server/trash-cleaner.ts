import { refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { moveToTrash, restore } from '#platform/server/records.ts';
import { endSessionsOf } from '#platform/server/sessions/sessions.ts';
import { readCleaner } from './cleaner-record.ts';
import { cleanerTimes } from './cleaner-times.ts';

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
