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
const AT_ONCE = 200;
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
    .where('updated_at', '<', limit)
    .orderBy('updated_at')
    .limit(AT_ONCE)
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
    .where('updated_at', '<', limit)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return 'not-now';
  if (await hasPaymentAttempt(tx, id)) return 'referenced';
  await removeReleased(tx, id);
  await tx.db.deleteFrom('job_crew').where('job_id', '=', id).execute();
  await tx.db.deleteFrom('job').where('id', '=', id).execute();
  return 'deleted';
}

/** A payment attempt refers to its job without a foreign key. */
async function hasPaymentAttempt(tx: Tx, id: string): Promise<boolean> {
  const attempt = await tx.db
    .selectFrom('payment_attempt')
    .select('id')
    .where('target_id', '=', id)
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
      updated_at: tx.clock.now().toString(),
    })
    .where('id', '=', id)
    .where('status', '=', 'expired')
    .where('updated_at', '<', limit)
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

async function visitsOf(ctx: Context, customerId: string) {
  const jobs = await jobRows(ctx)
    .where('job.customer_id', '=', customerId)
    .orderBy('job.starts_at')
    .orderBy('job.id')
    .execute();
  return jobs.map((job) => ({
    From: wireTime(job.starts_at),
    Until: wireTime(job.ends_at),
    What: job.label,
    Status: job.status,
    Where: addressLine(job),
    Cleaners: job.crew.map((cleaner) => cleaner.firstname),
    'Price to pay': `S$${dollars(job.amount_to_pay)}`,
    'Hours of credit used': job.credits_used,
    'Your wishes': job.special_requests,
    'How to reach you': job.contact_details,
    // The office's words, like its notes: about this customer, and so part of what they may read.
    ...(job.reclean_of !== null && { 'Why we cleaned again': job.reclean_reason }),
    'E-mail of the booking': job.customer_email,
    'Comment of the cleaner': job.checklist_comment,
    'Your stars': job.review_stars,
    'Your review': job.review,
    'Booked on': wireTime(job.created_at),
    'Paid on': wireTimeOrNull(job.paid_at),
    'Cancelled on': wireTimeOrNull(job.cancelled_at),
    'Why it was cancelled': job.cancel_reason,
  }));
}

/** The cleaners of all visits in the past year: they saw the customer's name, number and address. */
async function cleanersOf(ctx: Context, customerId: string) {
  const rows = await ctx.db
    .selectFrom('job')
    .innerJoin('job_crew', 'job_crew.job_id', 'job.id')
    .innerJoin('cleaner', 'cleaner.id', 'job_crew.cleaner_id')
    .select(({ fn }) => [
      'cleaner.firstname',
      fn.max('job.starts_at').as('last'),
      fn.countAll<number>().as('visits'),
    ])
    .where('job.customer_id', '=', customerId)
    .where('job.status', 'in', [...GOING_AHEAD])
    .where('job.starts_at', '>', ctx.clock.now().subtract(A_YEAR_OF_HOURS).toString())
    .groupBy(['cleaner.id', 'cleaner.firstname'])
    .orderBy('last', 'desc')
    .execute();
  return rows.map(({ firstname, visits, last }) => ({
    to: `${firstname}, cleaner`,
    what: 'Your name, mobile number, address and wishes',
    why: visits === 1 ? `A visit on ${wireTime(last)}` : `${visits} visits, the last on ${wireTime(last)}`,
  }));
}

/** Visits still to be paid, and paid visits that are not over. */
async function openVisits({ db, clock }: Context, customerId: string) {
  const now = clock.now();
  const jobs = await db
    .selectFrom('job')
    .select(['id', 'status', 'starts_at'])
    .where('customer_id', '=', customerId)
    .where('trashed_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        eb('status', 'in', [...UNPAID]),
        and([eb('status', '=', 'paid'), eb('stage', '<>', 'done'), eb('ends_at', '>', now.toString())]),
        and([
          eb('status', '=', 'paid'),
          eb('stage', '=', 'in-progress'),
          eb('ends_at', '>', now.subtract(OVERTIME).toString()),
        ]),
      ]),
    )
    .orderBy('starts_at')
    .execute();
  return jobs.map((job) => ({
    kind: isUnpaid(job.status) ? 'hold' : 'visit',
    id: job.id,
    at: wireTime(job.starts_at),
  }));
}

/** Job columns with addresses and free text, emptied. */
const NOTHING_PERSONAL = {
  address_line1: '',
  address_line2: '',
  address_line3: '',
  address_postal: NO_POSTAL,
  address_latitude: null,
  address_longitude: null,
  address_has_pets: false,
  address_language_preference: '',
  address_gender_preference: '',
  special_requests: '',
  contact_details: '',
  reclean_reason: '',
  customer_email: '',
  checklist_comment: '',
  review: null,
  review_decision: null,
  cancel_reason: null,
} as const;

/** The same fields, as named in the audit trail. */
const AUDITED_WORDS = ['label', 'specialRequests', 'contactDetails', 'comment', 'review'];

async function forgetVisits(tx: Tx, customerId: string): Promise<void> {
  const jobs = await tx.db
    .updateTable('job')
    .set({ ...NOTHING_PERSONAL, version: sql<number>`version + 1` })
    .where('customer_id', '=', customerId)
    .returning(['id', 'paid_at', 'cancelled_at'])
    .execute();
  const ids = jobs.map((job) => job.id);
  if (ids.length === 0) return;
  await tx.db
    .updateTable('job_crew')
    .set({
      start_latitude: null,
      start_longitude: null,
      finish_latitude: null,
      finish_longitude: null,
    })
    .where('job_id', 'in', ids)
    .execute();
  await tx.db.deleteFrom('visit_last_told').where('job_id', 'in', ids).execute();
  await tx.db.updateTable('job_cancellation').set({ reason: '' }).where('job_id', 'in', ids).execute();
  await eraseAuditValues(tx, { kind: 'job', ids, fields: AUDITED_WORDS });
  const inCalendar = jobs.filter((job) => job.paid_at !== null && job.cancelled_at === null);
  await tx.outbox.publishAll(
    tx,
    inCalendar.map((job) => eventTask(job.id, 'delete')),
  );
}
