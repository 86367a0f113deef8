import { type Expression, type SqlBool, sql } from 'kysely';
import { readSettings } from '#features/catalogue/settings/server/index.ts';
import { TEST_CUSTOMER_ID } from '#features/people/customers/rules/test-customer.ts';
import { GOING_AHEAD } from '#features/work/jobs/rules/status.ts';
import {
  changeReminder,
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
import type { NewTask } from '#platform/server/outbox.ts';
import {
  changeReminderHours,
  type DueVisit,
  isReminded,
  isRemindedOfChanges,
  LONGEST_CHANGE_AHEAD,
  REMINDER_AHEAD,
} from '../rules/when-due.ts';

/** Visits decided in one transaction. */
const BATCH = 100;

/** A reminder of visits: which ones to decide now, and what is sent for one of them. */
interface VisitReminder {
  readonly kind: 'visit' | 'changes';
  readonly ahead: Temporal.Duration;
  /** Of these, the ones to decide now. */
  readonly isNear: Expression<SqlBool>;
  readonly tasks: (tx: Tx, job: JobRow) => Promise<NewTask[]>;
}

/**
 * Cron job: sends the reminder while changes are free and the one of the day before, once for each time of a visit.
 * Nothing is scheduled ahead: due reminders are derived from the current jobs, so a visit that moves fifty times leaves
 * nothing to withdraw.
 */
export async function queueVisitReminders(ctx: Context): Promise<void> {
  const { reminderHours } = await readSettings(ctx, ['reminderHours']);
  const now = ctx.clock.now();
  const hoursAhead = sql<number>`greatest(${reminderHours}, (policy->>'freeHours')::int + ${changeReminderHours(0, 0)})`;
  await remindAll(ctx, {
    kind: 'changes',
    ahead: LONGEST_CHANGE_AHEAD,
    isNear: sql<SqlBool>`starts_at <= ${now.toString()}::timestamptz + ${hoursAhead} * interval '1 hour'`,
    tasks: async (tx, job) => {
      const terms = { reminderHours, freeHours: job.policy.freeHours };
      return isRemindedOfChanges(dueVisit(job), terms, tx.clock.now()) ? changeReminder(tx, job) : [];
    },
  });
  await remindAll(ctx, {
    kind: 'visit',
    ahead: REMINDER_AHEAD,
    isNear: sql<SqlBool>`true`,
    tasks: async (tx, job) => (isReminded(dueVisit(job), tx.clock.now()) ? reminderTasks(tx, job) : []),
  });
}

async function remindAll(ctx: Context, reminder: VisitReminder): Promise<void> {
  for (;;) {
    const ids = await undecidedVisits(ctx, reminder);
    if (ids.length === 0) return;
    const done = await inTransaction(ctx, (tx) => remind(tx, ids, reminder));
    if (isRefusal(done)) throw new Error('Failed to send due reminders');
    if (ids.length < BATCH) return;
  }
}

async function undecidedVisits(
  { db, clock }: Context,
  { kind, ahead, isNear }: VisitReminder,
): Promise<string[]> {
  const now = clock.now();
  const rows = await db
    .selectFrom('job')
    .select('id')
    .where('status', 'in', [...GOING_AHEAD])
    .where('customerID', '!=', TEST_CUSTOMER_ID)
    .where('trashedAt', 'is', null)
    .where('startsAt', '>', now.toString())
    .where('startsAt', '<=', now.add(ahead).toString())
    .where(isNear)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reminder')
            .select('reminder.aboutID')
            .where('reminder.kind', '=', kind)
            .whereRef('reminder.aboutID', '=', 'job.id')
            .whereRef('reminder.aboutTime', '=', 'job.startsAt'),
        ),
      ),
    )
    .orderBy('startsAt')
    .orderBy('id')
    .limit(BATCH)
    .execute();
  return rows.map((row) => row.id);
}

/** Under the jobs' locks, so that a concurrent move waits and then withdraws the queued reminder. */
async function remind(tx: Tx, ids: readonly string[], { kind, tasks }: VisitReminder): Promise<void> {
  await lockJobs(tx, ids);
  for (const job of await findJobs(tx, ids)) {
    const isFirst = await decide(tx, { kind, aboutID: job.id, aboutTime: job.startsAt });
    if (isFirst) await tx.outbox.publishAll(tx, await tasks(tx, job));
  }
}

/** When it was paid, or before that confirmed to be paid later. */
function agreedAt({ paidAt: paid, confirmedAt: confirmed, createdAt: created }: JobRow): string {
  const moments = [paid, confirmed].filter((at) => at !== null);
  return moments.sort()[0] ?? created;
}

function dueVisit(job: JobRow): DueVisit {
  return {
    takesPlace: takesPlace(job),
    hasBegun: job.crew.some((member) => member.startedAt !== null),
    startsAt: readDatabaseTime(job.startsAt),
    agreedAt: readDatabaseTime(agreedAt(job)),
  };
}

type ReminderKind = 'visit' | 'changes' | 'hold' | 'ended-hold';

/** The subject of a reminder: this visit or hold at this time. */
interface Moment {
  readonly kind: ReminderKind;
  readonly aboutID: string;
  /** As PostgreSQL formats times. */
  readonly aboutTime: string;
}

/** Retention of decisions, which are useless long after their time. */
const RETENTION = Temporal.Duration.from({ hours: 90 * 24 });

/** Records that a reminder has been decided. False if it already was. */
export async function decide(tx: Tx, { kind, aboutID, aboutTime }: Moment): Promise<boolean> {
  const written = await tx.db
    .insertInto('reminder')
    .values({ kind, aboutID, aboutTime: aboutTime, decidedAt: tx.clock.now().toString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return written.numInsertedOrUpdatedRows === 1n;
}

/** Cron job. */
export async function purgeDecided({ db, clock }: Context): Promise<void> {
  const limit = clock.now().subtract(RETENTION).toString();
  await db.deleteFrom('reminder').where('decidedAt', '<', limit).execute();
}

/** Deletes what was decided about a visit that was only a test. */
export async function removeReminders({ db }: Tx, jobID: string): Promise<void> {
  await db.deleteFrom('reminder').where('aboutID', '=', jobID).execute();
}
