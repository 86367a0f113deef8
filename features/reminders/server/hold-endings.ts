import { sql } from 'kysely';
import { aboutJob, aboutVisit, customerOf, findJobs } from '#features/jobs/server/index.ts';
import { messageTasks } from '#features/messages/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { HOLD_AHEAD, LONGEST_OWN_HOLD, OFFICE_HOLD_AHEAD } from '../rules/when-due.ts';
import { decide } from './decided.ts';

const BATCH = 100;

/** Tells who has not paid that their time is about to go; once, however often the booking was changed. */
export async function sweepHoldEndings(ctx: Context): Promise<void> {
  const done = await inTransaction(ctx, async (tx) => {
    for (const hold of await endingHolds(tx)) await tell(tx, hold);
  });
  if (isRefusal(done)) throw new Error('Holds that are about to end could not be told of.');
}

interface EndingHold {
  readonly id: string;
  readonly root_id: string;
  readonly expires_at: string;
  readonly root_began_at: string;
  readonly is_of_office: boolean;
}

const isOfOffice = sql<boolean>`job_hold.first_expires_at - job_hold.began_at
  > make_interval(mins => ${LONGEST_OWN_HOLD.total('minutes')})`;

/** Not those that are being paid: they stay until that is decided. */
function endingHolds(tx: Tx): Promise<EndingHold[]> {
  const now = tx.clock.now();
  return tx.db
    .selectFrom('job_hold')
    .innerJoin('job_hold as root', 'root.id', 'job_hold.root_id')
    .select(['job_hold.id', 'job_hold.root_id', 'job_hold.expires_at', 'root.began_at as root_began_at'])
    .select(isOfOffice.as('is_of_office'))
    .where('job_hold.ended_at', 'is', null)
    .where('job_hold.paying_since', 'is', null)
    .where('job_hold.due_on', 'is', null)
    .where('job_hold.expires_at', '>', now.toString())
    .where(({ or, and, eb }) =>
      or([
        eb('job_hold.expires_at', '<=', now.add(HOLD_AHEAD).toString()),
        and([isOfOffice, eb('job_hold.expires_at', '<=', now.add(OFFICE_HOLD_AHEAD).toString())]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reminder')
            .select('reminder.about_id')
            .where('reminder.kind', '=', 'hold')
            .whereRef('reminder.about_id', '=', 'job_hold.root_id'),
        ),
      ),
    )
    .orderBy('job_hold.expires_at')
    .limit(BATCH)
    .execute();
}

async function tell(tx: Tx, hold: EndingHold): Promise<void> {
  const isFirst = await decide(tx, { kind: 'hold', aboutId: hold.root_id, aboutTime: hold.root_began_at });
  const [first] = isFirst ? await jobsOf(tx, hold.id) : [];
  if (first === undefined) return;
  const until = readDatabaseTime(hold.expires_at);
  await tx.outbox.announceAll(
    tx,
    messageTasks(tx, {
      kind: 'hold-ending',
      to: customerOf(first),
      ...aboutJob(first),
      data: { ...aboutVisit(first), until: until.toString() },
      startsAt: readDatabaseTime(first.starts_at),
      // Customers book and pay in one sitting; a booking by the office can wait for the morning.
      isUrgent: !hold.is_of_office,
      notAfter: until,
    }),
  );
}

async function jobsOf(tx: Tx, holdId: string) {
  const rows = await tx.db
    .selectFrom('job')
    .select('id')
    .where('hold_id', '=', holdId)
    .where('status', '=', 'pending')
    .where('trashed_at', 'is', null)
    .execute();
  return rows.length === 0
    ? []
    : findJobs(
        tx,
        rows.map((row) => row.id),
      );
}
