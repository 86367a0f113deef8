import { wantsFollowUps } from '#features/customers/server/index.ts';
import { aboutJob, aboutVisit, customerOf, findJobs } from '#features/jobs/server/index.ts';
import { messageTasks } from '#features/messages/server/index.ts';
import { dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { isFirstOfDay } from '#platform/server/settings.ts';
import { RENEWAL_AHEAD } from '../rules/when-due.ts';
import { decide } from './decided.ts';

/** Offers to go on before the last visit of a series, once; nothing is booked by itself. Looked for once a day. */
export async function sweepSeriesEndings(ctx: Context): Promise<void> {
  const today = dayOf(ctx.clock.now(), ctx.config.BUSINESS_TZ);
  if (!(await isFirstOfDay(ctx, 'reminders.series', today))) return;
  for (const last of await lastVisits(ctx)) {
    const done = await inTransaction(ctx, (tx) => offer(tx, last));
    if (isRefusal(done)) throw new Error('The end of a series could not be told of.');
  }
}

interface LastVisit {
  readonly id: string;
  readonly series_id: string | null;
  readonly starts_at: string;
}

function lastVisits({ db, clock }: Context): Promise<LastVisit[]> {
  const now = clock.now();
  return db
    .selectFrom('job')
    .select(['id', 'series_id', 'starts_at'])
    .where('status', '=', 'paid')
    .where('trashed_at', 'is', null)
    .where('series_id', 'is not', null)
    .where('starts_at', '>', now.toString())
    .where('starts_at', '<=', now.add(RENEWAL_AHEAD).toString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('job as later')
            .select('later.id')
            .whereRef('later.series_id', '=', 'job.series_id')
            .whereRef('later.starts_at', '>', 'job.starts_at')
            .where('later.status', '=', 'paid')
            .where('later.trashed_at', 'is', null),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reminder')
            .select('reminder.about_id')
            .where('reminder.kind', '=', 'series')
            .whereRef('reminder.about_id', '=', 'job.series_id')
            .whereRef('reminder.about_time', '=', 'job.starts_at'),
        ),
      ),
    )
    .execute();
}

async function offer(tx: Tx, { id, series_id, starts_at }: LastVisit): Promise<void> {
  if (series_id === null) return;
  const isFirst = await decide(tx, { kind: 'series', aboutId: series_id, aboutTime: starts_at });
  const [job] = isFirst ? await findJobs(tx, [id]) : [];
  if (job === undefined || !(await wantsFollowUps(tx, job.customer_id))) return;
  const startsAt = readDatabaseTime(job.starts_at);
  await tx.outbox.announceAll(
    tx,
    messageTasks(tx, {
      kind: 'series-ending',
      to: customerOf(job),
      ...aboutJob(job),
      data: aboutVisit(job),
      startsAt,
      notAfter: startsAt,
    }),
  );
}
