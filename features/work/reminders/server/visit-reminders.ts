import { GOING_AHEAD } from '#features/work/jobs/rules/status.ts';
import {
  findJobs,
  type JobRow,
  lockJobs,
  reminderTasks,
  takesPlace,
} from '#features/work/jobs/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { isReminded, REMINDER_AHEAD } from '../rules/when-due.ts';
import { decide } from './reminder-record.ts';

/** Visits decided in one transaction. */
const BATCH = 100;

/**
 * Cron job: sends reminders of the visits in the next 24 hours, once for each time of a visit. Nothing is scheduled
 * ahead: due reminders are derived from the current jobs, so a visit that moves fifty times leaves nothing to withdraw.
 */
export async function queueVisitReminders(ctx: Context): Promise<void> {
  for (;;) {
    const ids = await undecidedVisits(ctx);
    if (ids.length === 0) return;
    const done = await inTransaction(ctx, (tx) => remind(tx, ids));
    if (isRefusal(done)) throw new Error('Failed to send due reminders');
    if (ids.length < BATCH) return;
  }
}

async function undecidedVisits({ db, clock }: Context): Promise<string[]> {
  const now = clock.now();
  const rows = await db
    .selectFrom('job')
    .select('id')
    .where('status', 'in', [...GOING_AHEAD])
    .where('trashed_at', 'is', null)
    .where('starts_at', '>', now.toString())
    .where('starts_at', '<=', now.add(REMINDER_AHEAD).toString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reminder')
            .select('reminder.about_id')
            .where('reminder.kind', '=', 'visit')
            .whereRef('reminder.about_id', '=', 'job.id')
            .whereRef('reminder.about_time', '=', 'job.starts_at'),
        ),
      ),
    )
    .orderBy('starts_at')
    .orderBy('id')
    .limit(BATCH)
    .execute();
  return rows.map((row) => row.id);
}

/** Under the jobs' locks, so that a concurrent move waits and then withdraws the queued reminder. */
async function remind(tx: Tx, ids: readonly string[]): Promise<void> {
  await lockJobs(tx, ids);
  for (const job of await findJobs(tx, ids)) {
    const isFirst = await decide(tx, { kind: 'visit', aboutId: job.id, aboutTime: job.starts_at });
    if (isFirst && isDue(tx, job)) await tx.outbox.publishAll(tx, await reminderTasks(tx, job));
  }
}

/** When it was paid, or before that confirmed to be paid later. */
function agreedAt({ paid_at: paid, confirmed_at: confirmed, created_at: created }: JobRow): string {
  const moments = [paid, confirmed].filter((at) => at !== null);
  return moments.sort()[0] ?? created;
}

function isDue(tx: Tx, job: JobRow): boolean {
  const visit = {
    takesPlace: takesPlace(job),
    hasBegun: job.crew.some((member) => member.startedAt !== null),
    startsAt: readDatabaseTime(job.starts_at),
    agreedAt: readDatabaseTime(agreedAt(job)),
  };
  return isReminded(visit, tx.clock.now());
}
