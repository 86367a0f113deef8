import { sql } from 'kysely';
import type { z } from 'zod';
import { CUSTOMER_BY_NAME, customerOf } from '#features/people/customers/server/index.ts';
import type { Rating } from '#features/site/pages/contract.ts';
import {
  changeLockedJob,
  customerName,
  findJobs,
  type JobRow,
  jobRows,
  lockJob,
} from '#features/work/jobs/server/index.ts';
import type { ReplyOf } from '#platform/contract/call.ts';
import { readDatabaseTime, wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { noChange } from '#platform/server/audit.ts';
import type { Context, ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { CsvColumn } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWordsOrOwner, onDays } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import { trashOf } from '#platform/server/records.ts';
import type { listReviews as call, listShownReviews, Review } from '../contract.ts';
import { readDecision, storedDecision } from '../rules/decision.ts';

const SORT = {
  createdAt: ['job.reviewedAt'],
  reviewStarts: ['job.reviewStars', 'job.reviewedAt'],
  customer: [...CUSTOMER_BY_NAME, 'job.reviewedAt'],
  review: [sql`coalesce(left(job.review, 100), '')`],
  label: ['job.label'],
  startTime: ['job.startsAt'],
} as const;

/** All reviews for the office, newest first. */
export function listReviews(ctx: Context, query: z.output<typeof call.query>): ListOutcome {
  let found = ctx.db
    .selectFrom('job')
    .where('job.reviewedAt', 'is not', null)
    .where(onDays(ctx, query, 'job.reviewedAt'))
    .where(matchesTrashFilter(ctx, query, 'job.trashedAt'))
    .where(matchesWordsOrOwner(query.q, ['job.review'], customerOf('job.customerID')));
  if (query.decision === 'waiting') found = found.where('job.reviewDecision', 'is', null);
  else if (query.decision !== undefined) found = found.where('job.reviewDecision', '=', query.decision);
  if (query.stars !== undefined) found = found.where('job.reviewStars', '=', query.stars);
  return listOf(ctx, query, {
    name: 'reviews',
    rows: jobRows(ctx),
    found,
    key: 'job.id',
    sort: SORT,
    sortJoins: { customer: (found) => found.innerJoin('customer', 'customer.id', 'job.customerID') },
    defaultOrder: 'desc',
    toItem: toReview,
    csv: CSV,
  });
}

/** More than anyone reads at once. */
const MAX_SHOWN = 30;

/** Public reviews: published ones with text, by first name. */
export async function readShownReviews(ctx: Context): Promise<ReplyOf<typeof listShownReviews>> {
  const rows = await jobRows(ctx)
    .where('job.reviewDecision', '=', 'shown')
    .where('job.reviewedAt', 'is not', null)
    .where('job.trashedAt', 'is', null)
    .where('job.review', '<>', '')
    .orderBy('job.reviewedAt', 'desc')
    .orderBy('job.id', 'desc')
    .limit(MAX_SHOWN)
    .execute();
  return {
    items: rows.map((row) => ({
      firstname: row.customerFirstname,
      reviewStarts: row.reviewStars ?? 0,
      review: row.review ?? '',
      jobType: row.jobType,
      month: monthOf(ctx, row.startsAt),
    })),
  };
}

function monthOf({ config }: Context, databaseText: string): string {
  return readDatabaseTime(databaseText)
    .toZonedDateTimeISO(config.BUSINESS_TZ)
    .toPlainDate()
    .toPlainYearMonth()
    .toString();
}

const CSV: readonly CsvColumn<Review>[] = [
  { heading: 'Given', value: (item) => item.createdAt },
  { heading: 'Customer', value: (item) => item.customer.fullname },
  { heading: 'Stars', value: (item) => item.reviewStarts },
  { heading: 'Review', value: (item) => item.review },
  { heading: 'Crew', value: (item) => item.cleaners.map(({ fullname }) => fullname).join(', ') },
  { heading: 'Visit', value: (item) => item.startTime },
  { heading: 'Label', value: (item) => item.label },
  { heading: 'Decision', value: (item) => item.decision },
];

function toReview(row: JobRow): Review {
  if (row.reviewedAt === null) throw new Error(`Job ${row.id} has no review`);
  return {
    id: row.id,
    customer: { id: row.customerID, fullname: customerName(row) },
    cleaners: row.crew.map(({ id, firstname, lastname, displayName }) => ({
      id,
      firstname,
      lastname,
      fullname: fullnameOf({ firstname, lastname, displayName }),
    })),
    label: row.label,
    jobType: row.jobType,
    startTime: wireTime(row.startsAt),
    reviewStarts: row.reviewStars ?? 0,
    review: row.review ?? '',
    decision: readDecision(row.reviewDecision),
    trash: trashOf(row),
    createdAt: wireTime(row.reviewedAt),
  };
}

/** The office publishes or hides a review; with null it waits again. Idempotent. */
export function decideReview(
  ctx: ContextOf<'admin'>,
  jobID: string,
  { visible }: { readonly visible: boolean | null },
): Promise<Review | Refusal<'not_found' | 'no_review' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await lockJob(tx, jobID);
    const [job] = await findJobs(tx, [jobID]);
    if (job === undefined) return refuse('not_found');
    if (job.reviewedAt === null) return refuse('no_review');
    const decision = storedDecision(visible);
    if (job.reviewDecision === decision) {
      noChange(tx);
      return toReview(job);
    }
    const action = `job.review-${readDecision(decision)}`;
    const change = { fields: { reviewDecision: decision }, action };
    return toReview(await changeLockedJob(tx, job, change));
  });
}

/** The stars of every published review, including those without text. */
export async function readRating(ctx: Context): Promise<Rating> {
  const { count, stars } = await ctx.db
    .selectFrom('job')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(job.review_stars), 0)::int`.as('stars'),
    ])
    .where('job.reviewDecision', '=', 'shown')
    .where('job.reviewedAt', 'is not', null)
    .where('job.trashedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return { count, average: count === 0 ? null : Math.round((stars / count) * 10) / 10 };
}

/** Fewer stars than this need an answer, not only a decision. */
const LOW = 4;

/** Reviews that wait for the office to publish or hide them. */
export async function countWaitingReviews(ctx: Context): Promise<number> {
  const { count } = await selectWaiting(ctx)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Of those, the ones with few stars: how many, and the jobs of the first, longest wait first. */
export async function findLowReviews(
  ctx: Context,
  limit: number,
): Promise<{ readonly count: number; readonly ids: readonly string[] }> {
  const rows = await selectWaiting(ctx)
    .select(['id', sql<number>`(count(*) over ())::int`.as('count')])
    .where('reviewStars', '<', LOW)
    .orderBy('reviewedAt')
    .orderBy('id')
    .limit(limit)
    .execute();
  return { count: rows[0]?.count ?? 0, ids: rows.map(({ id }) => id) };
}

/** Reviews given in this time, whether published or not. */
export async function readStars(
  { db }: Context,
  { from, until }: { readonly from: Temporal.Instant; readonly until: Temporal.Instant },
): Promise<{ average: number | null; count: number }> {
  const { count, stars } = await db
    .selectFrom('job')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(review_stars), 0)::int`.as('stars'),
    ])
    .where('reviewedAt', '>=', from.toString())
    .where('reviewedAt', '<=', until.toString())
    .where('trashedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return { count, average: count === 0 ? null : Math.round((stars / count) * 10) / 10 };
}

function selectWaiting({ db }: Context) {
  return db
    .selectFrom('job')
    .where('reviewedAt', 'is not', null)
    .where('reviewDecision', 'is', null)
    .where('trashedAt', 'is', null);
}
