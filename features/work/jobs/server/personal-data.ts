import { sql } from 'kysely';
import pg from 'pg';
import { NO_POSTAL } from '#features/people/customers/server/index.ts';
import { removeReleased } from '#features/work/schedule/server/index.ts';
import { wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import { dollars } from '#platform/kernel/money.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';
import { eraseAuditValues, keptSince } from '#platform/server/retention.ts';
import { GOING_AHEAD, isUnpaid, UNPAID } from '../rules/status.ts';
import { addressLine, jobRows } from './job-rows.ts';
import { eventTask } from './publish-changes.ts';

/** Maximum per run; the rest follow in the next run, a minute later. */
const JOBS_PER_RUN = 200;
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Cron job: deletes bookings that expired unpaid, at the end of their retention time. If other records, such as a
 * statement of hours or a payment attempt, refer to one, only its personal data is erased.
 */
export async function purgeExpiredJobs(ctx: Context): Promise<void> {
  const limit = keptSince(ctx.clock.now()).toString();
  const due = await ctx.db
    .selectFrom('job')
    .select('id')
    .where('status', '=', 'expired')
    .where('updatedAt', '<', limit)
    .orderBy('updatedAt')
    .limit(JOBS_PER_RUN)
    .execute();
  for (const { id } of due) {
    if ((await tryToDelete(ctx, id, limit)) === 'referenced') {
      await inTransaction(ctx, (tx) => emptyTexts(tx, id, limit));
    }
  }
}

type Deletion = 'deleted' | 'referenced' | 'not-now';

/** `referenced`: a foreign key or a payment attempt points to the job. `not-now`: it is locked, or has changed. */
async function tryToDelete(ctx: Context, id: string, limit: string): Promise<Deletion> {
  try {
    const deleted = await inTransaction(ctx, (tx) => deleteJob(tx, id, limit));
    return isRefusal(deleted) ? 'not-now' : deleted;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === FOREIGN_KEY_VIOLATION) return 'referenced';
    throw error;
  }
}

async function deleteJob(tx: Tx, id: string, limit: string): Promise<Deletion> {
  const row = await tx.db
    .selectFrom('job')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'expired')
    .where('updatedAt', '<', limit)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return 'not-now';
  if (await hasPaymentAttempt(tx, id)) return 'referenced';
  await removeReleased(tx, id);
  await tx.db.deleteFrom('job_crew').where('jobID', '=', id).execute();
  await tx.db.deleteFrom('job').where('id', '=', id).execute();
  return 'deleted';
}

/**
 * Deletes a job that was only a test, whatever has become of it; its times, messages and the like are deleted before.
 * @throws a foreign key violation if money, pay or another job refers to it
 */
export async function removeJob(tx: Tx, id: string): Promise<void> {
  if (await hasPaymentAttempt(tx, id)) throw new Error(`Job ${id} has payment attempts`);
  for (const table of [
    'job_cancellation',
    'job_charge',
    'job_former_crew',
    'job_crew',
    'visit_last_told',
  ] as const)
    await tx.db.deleteFrom(table).where('jobID', '=', id).execute();
  await tx.db.deleteFrom('job').where('id', '=', id).execute();
}

/** A payment attempt refers to its job without a foreign key. */
export async function hasPaymentAttempt(tx: Tx, id: string): Promise<boolean> {
  const attempt = await tx.db
    .selectFrom('payment_attempt')
    .select('id')
    .where('targetID', '=', id)
    .limit(1)
    .executeTakeFirst();
  return attempt !== undefined;
}

/** Updating `updated_at` postpones the next check by a full retention period. */
async function emptyTexts(tx: Tx, id: string, limit: string): Promise<void> {
  await tx.db
    .updateTable('job')
    .set({
      ...NOTHING_PERSONAL,
      version: sql<number>`version + 1`,
      updatedAt: tx.clock.now().toString(),
    })
    .where('id', '=', id)
    .where('status', '=', 'expired')
    .where('updatedAt', '<', limit)
    .execute();
}

/**
 * A cleaner who has begun may still be at work past the end; beyond this, a visit that was never clocked out counts as
 * over.
 */
const OVERTIME = Temporal.Duration.from({ hours: 12 });
const A_YEAR_OF_HOURS = Temporal.Duration.from({ hours: 365 * 24 });

/** Visits remain, with day, hours, price and stars; addresses and free text are erased. */
export const jobData: PersonalData = {
  tables: [
    'job',
    'job_crew',
    'job_cancellation',
    'job_charge',
    'job_hold',
    'job_price_change',
    'job_series',
    'visit_last_told',
  ],
  collect: async (ctx, { id }) => ({ 'Your visits': await visitsOf(ctx, id) }),
  disclosures: (ctx, { id }) => cleanersOf(ctx, id),
  openMatters: (ctx, { id }) => openVisits(ctx, id),
  forget: (tx, { id }) => forgetVisits(tx, id),
};

async function visitsOf(ctx: Context, customerID: string) {
  const jobs = await jobRows(ctx)
    .where('job.customerID', '=', customerID)
    .orderBy('job.startsAt')
    .orderBy('job.id')
    .execute();
  return jobs.map((job) => ({
    From: wireTime(job.startsAt),
    Until: wireTime(job.endsAt),
    What: job.label,
    Status: job.status,
    Where: addressLine(job),
    Cleaners: job.crew.map((cleaner) => cleaner.firstname),
    'Price to pay': `S$${dollars(job.amountToPay)}`,
    'Hours of credit used': job.creditsUsed,
    'Your wishes': job.specialRequests,
    'How to reach you': job.contactDetails,
    // The office's words, like its notes: about this customer, and so part of what they may read.
    ...(job.recleanOf !== null && { 'Why we cleaned again': job.recleanReason }),
    'E-mail of the booking': job.customerEmail,
    'Comment of the cleaner': job.checklistComment,
    'Your stars': job.reviewStars,
    'Your review': job.review,
    'Booked on': wireTime(job.createdAt),
    'Paid on': wireTimeOrNull(job.paidAt),
    'Cancelled on': wireTimeOrNull(job.cancelledAt),
    'Why it was cancelled': job.cancelReason,
  }));
}

/** The cleaners of all visits in the past year: they saw the customer's name, number and address. */
async function cleanersOf(ctx: Context, customerID: string) {
  const rows = await ctx.db
    .selectFrom('job')
    .innerJoin('job_crew', 'job_crew.jobID', 'job.id')
    .innerJoin('cleaner', 'cleaner.id', 'job_crew.cleanerID')
    .select(({ fn }) => [
      'cleaner.firstname',
      fn.max('job.startsAt').as('last'),
      fn.countAll<number>().as('visits'),
    ])
    .where('job.customerID', '=', customerID)
    .where('job.status', 'in', [...GOING_AHEAD])
    .where('job.startsAt', '>', ctx.clock.now().subtract(A_YEAR_OF_HOURS).toString())
    .groupBy(['cleaner.id', 'cleaner.firstname'])
    .orderBy('last', 'desc')
    .execute();
  return rows.map(({ firstname, visits, last }) => ({
    to: `${firstname}, cleaner`,
    what: 'Your name, mobile number, address and wishes',
    why: visits === 1 ? `A visit on ${wireTime(last)}` : `${visits} visits, the last on ${wireTime(last)}`,
  }));
}

/** Visits still to be paid, paid visits that are not over, and those that owe something besides their price. */
async function openVisits({ db, clock }: Context, customerID: string) {
  const now = clock.now();
  const jobs = await db
    .selectFrom('job')
    .select(['id', 'status', 'startsAt'])
    .where('customerID', '=', customerID)
    .where('trashedAt', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        eb('status', 'in', [...UNPAID]),
        and([eb('status', '=', 'paid'), eb('stage', '<>', 'done'), eb('endsAt', '>', now.toString())]),
        and([
          eb('status', '=', 'paid'),
          eb('stage', '=', 'in-progress'),
          eb('endsAt', '>', now.subtract(OVERTIME).toString()),
        ]),
      ]),
    )
    .orderBy('startsAt')
    .execute();
  const owing = await db
    .selectFrom('job')
    .select(['id', 'startsAt'])
    .where('customerID', '=', customerID)
    .where('id', 'in', (of) => of.selectFrom('job_charge').select('jobID').where('endedAt', 'is', null))
    .execute();
  return [
    ...jobs.map(({ status, ...job }) => ({ ...job, kind: isUnpaid(status) ? 'hold' : 'visit' })),
    ...owing.map((job) => ({ ...job, kind: 'hold' })),
  ].map(({ kind, id, startsAt }) => ({ kind, id, at: wireTime(startsAt) }));
}

/** Job columns with addresses and free text, emptied. */
const NOTHING_PERSONAL = {
  addressLine1: '',
  addressLine2: '',
  addressLine3: '',
  addressPostal: NO_POSTAL,
  addressLatitude: null,
  addressLongitude: null,
  addressHasPets: false,
  addressLanguagePreference: '',
  addressGenderPreference: '',
  specialRequests: '',
  contactDetails: '',
  recleanReason: '',
  customerEmail: '',
  checklistComment: '',
  review: null,
  reviewDecision: null,
  cancelReason: null,
} as const;

/** The same fields, as named in the audit trail. */
const AUDITED_WORDS = ['label', 'specialRequests', 'contactDetails', 'comment', 'review'];

async function forgetVisits(tx: Tx, customerID: string): Promise<void> {
  const jobs = await tx.db
    .updateTable('job')
    .set({ ...NOTHING_PERSONAL, version: sql<number>`version + 1` })
    .where('customerID', '=', customerID)
    .returning(['id', 'paidAt', 'cancelledAt'])
    .execute();
  const ids = jobs.map((job) => job.id);
  if (ids.length === 0) return;
  await tx.db
    .updateTable('job_series')
    .set({ endedAt: tx.clock.now().toString() })
    .where('customerID', '=', customerID)
    .where('endedAt', 'is', null)
    .execute();
  await tx.db
    .updateTable('job_crew')
    .set({
      startLatitude: null,
      startLongitude: null,
      finishLatitude: null,
      finishLongitude: null,
    })
    .where('jobID', 'in', ids)
    .execute();
  await tx.db.deleteFrom('visit_last_told').where('jobID', 'in', ids).execute();
  await tx.db.updateTable('job_cancellation').set({ reason: '' }).where('jobID', 'in', ids).execute();
  await tx.db.updateTable('job_charge').set({ note: '' }).where('jobID', 'in', ids).execute();
  await eraseAuditValues(tx, { kind: 'job', ids, fields: AUDITED_WORDS });
  const inCalendar = jobs.filter((job) => job.paidAt !== null && job.cancelledAt === null);
  await tx.outbox.publishAll(
    tx,
    inCalendar.map((job) => eventTask(job.id, 'delete')),
  );
}
