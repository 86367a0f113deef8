import { sql } from 'kysely';
import { messageTasks } from '#features/messages/messages/server/index.ts';
import { mailOffice } from '#features/people/accounts/server/index.ts';
import type { JobStatus } from '#features/work/jobs/rules/status.ts';
import {
  aboutJob,
  aboutVisit,
  customerName,
  customerOf,
  findJobs,
  holdEndingKey,
  type JobRow,
} from '#features/work/jobs/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { HOLD_AHEAD, LONGEST_OWN_HOLD, OFFICE_HOLD_AHEAD } from '../rules/when-due.ts';
import { type HeldBooking, holdEndedMail, holdEndingMail } from '../texts/office-mails.ts';
import { decide } from './visit-reminders.ts';

const BATCH = 100;

/**
 * Cron job: reminds customers who have not paid that their hold is about to end, and the office for its own holds. Once
 * per hold, however often the booking was changed.
 */
export async function notifyHoldEndings(ctx: Context): Promise<void> {
  const done = await inTransaction(ctx, async (tx) => {
    for (const hold of await endingHolds(tx)) await tell(tx, hold);
  });
  if (isRefusal(done)) throw new Error('Failed to send reminders of ending holds');
}

interface EndingHold {
  readonly id: string;
  readonly rootID: string;
  readonly expiresAt: string;
  readonly rootBeganAt: string;
  readonly isOfOffice: boolean;
}

/** Holds that ended longer ago, while the server was down, are not reported. */
const NEWS_FOR = Temporal.Duration.from({ hours: 24 });

/** Cron job: notifies the office once of each of its holds that has expired unpaid. */
export async function reportEndedHolds(ctx: Context): Promise<void> {
  const done = await inTransaction(ctx, async (tx) => {
    for (const hold of await endedHolds(tx)) await report(tx, hold);
  });
  if (isRefusal(done)) throw new Error('Failed to report expired holds');
}

const isOfOffice = sql<boolean>`job_hold.first_expires_at - job_hold.began_at
  > make_interval(mins => ${LONGEST_OWN_HOLD.total('minutes')})`;

/** Excludes holds that are being paid, which stay until the payment completes. */
function endingHolds(tx: Tx): Promise<EndingHold[]> {
  const now = tx.clock.now();
  return tx.db
    .selectFrom('job_hold')
    .innerJoin('job_hold as root', 'root.id', 'job_hold.rootID')
    .select(['job_hold.id', 'job_hold.rootID', 'job_hold.expiresAt', 'root.beganAt as rootBeganAt'])
    .select(isOfOffice.as('isOfOffice'))
    .where('job_hold.endedAt', 'is', null)
    .where('job_hold.payingSince', 'is', null)
    .where('job_hold.dueOn', 'is', null)
    .where('job_hold.expiresAt', '>', now.toString())
    .where(({ or, and, eb }) =>
      or([
        eb('job_hold.expiresAt', '<=', now.add(HOLD_AHEAD).toString()),
        and([isOfOffice, eb('job_hold.expiresAt', '<=', now.add(OFFICE_HOLD_AHEAD).toString())]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reminder')
            .select('reminder.aboutID')
            .where('reminder.kind', '=', 'hold')
            .whereRef('reminder.aboutID', '=', 'job_hold.rootID'),
        ),
      ),
    )
    .orderBy('job_hold.expiresAt')
    .limit(BATCH)
    .execute();
}

interface EndedHold {
  readonly id: string;
  readonly endedAt: string;
}

async function endedHolds(tx: Tx): Promise<EndedHold[]> {
  const rows = await tx.db
    .selectFrom('job_hold')
    .select(['id', 'endedAt'])
    .where('endedHow', '=', 'expired')
    .where('endedAt', '>', tx.clock.now().subtract(NEWS_FOR).toString())
    .where(isOfOffice)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reminder')
            .select('reminder.aboutID')
            .where('reminder.kind', '=', 'ended-hold')
            .whereRef('reminder.aboutID', '=', 'job_hold.id'),
        ),
      ),
    )
    .orderBy('endedAt')
    .limit(BATCH)
    .execute();
  return rows.flatMap(({ id, endedAt }) => (endedAt === null ? [] : [{ id, endedAt }]));
}

/** Jobs that have been held again meanwhile are in another hold. */
async function report(tx: Tx, { id, endedAt }: EndedHold): Promise<void> {
  const isFirst = await decide(tx, { kind: 'ended-hold', aboutID: id, aboutTime: endedAt });
  const jobs = isFirst ? await jobsOf(tx, id, 'expired') : [];
  const booking = bookingOf(jobs, readDatabaseTime(endedAt));
  if (booking !== null) await mailOffice(tx, holdEndedMail(booking, siteAndZone(tx)));
}

function siteAndZone({ config }: Tx) {
  return { site: config.PUBLIC_URL, zone: config.BUSINESS_TZ };
}

/** The jobs by date, as shown to the office. */
function bookingOf(jobs: readonly JobRow[], until: Temporal.Instant): HeldBooking | null {
  const [first] = jobs;
  if (first === undefined) return null;
  return {
    jobID: first.id,
    customer: customerName(first),
    visits: jobs.length,
    firstStart: readDatabaseTime(first.startsAt),
    amount: amountOf(jobs),
    until,
  };
}

function amountOf(jobs: readonly JobRow[]): Cents {
  return jobs.reduce((sum, job) => sum + job.amountToPay, 0);
}

async function tell(tx: Tx, hold: EndingHold): Promise<void> {
  const isFirst = await decide(tx, { kind: 'hold', aboutID: hold.rootID, aboutTime: hold.rootBeganAt });
  const jobs = isFirst ? await jobsOf(tx, hold.id, 'pending') : [];
  const [first] = jobs;
  if (first === undefined) return;
  const until = readDatabaseTime(hold.expiresAt);
  const booking = hold.isOfOffice ? bookingOf(jobs, until) : null;
  if (booking !== null) await mailOffice(tx, holdEndingMail(booking, siteAndZone(tx)));
  await tx.outbox.publishAll(
    tx,
    messageTasks(tx, {
      kind: 'hold-ending',
      to: customerOf(first),
      ...aboutJob(first),
      data: {
        ...aboutVisit(first),
        count: jobs.length,
        amount: amountOf(jobs),
        until: until.toString(),
      },
      startsAt: readDatabaseTime(first.startsAt),
      // Customers book and pay in one session; a booking by the office can wait for the morning.
      isUrgent: !hold.isOfOffice,
      notAfter: until,
      // Withdrawn when the hold ends, if it still waits for the morning.
      key: holdEndingKey(first),
    }),
  );
}

async function jobsOf(tx: Tx, holdID: string, status: JobStatus) {
  const rows = await tx.db
    .selectFrom('job')
    .select('id')
    .where('holdID', '=', holdID)
    .where('status', '=', status)
    .where('trashedAt', 'is', null)
    .execute();
  return rows.length === 0
    ? []
    : findJobs(
        tx,
        rows.map((row) => row.id),
      );
}
