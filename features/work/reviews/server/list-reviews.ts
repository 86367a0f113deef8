import { sql } from 'kysely';
import type { z } from 'zod';
import { CUSTOMER_BY_NAME, customerOf } from '#features/people/customers/server/index.ts';
import { jobRows } from '#features/work/jobs/server/index.ts';
import type { ReplyOf } from '#platform/contract/call.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { CsvColumn } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWordsOrOwner, onDays } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { listReviews as call, listShownReviews, Review } from '../contract.ts';
import { toReview } from './review-row.ts';

const SORT = {
  createdAt: ['job.reviewed_at'],
  reviewStarts: ['job.review_stars', 'job.reviewed_at'],
  customer: [...CUSTOMER_BY_NAME, 'job.reviewed_at'],
  review: [sql`coalesce(left(job.review, 100), '')`],
  label: ['job.label'],
  startTime: ['job.starts_at'],
} as const;

/** All reviews for the office, newest first. */
export function listReviews(ctx: Context, query: z.output<typeof call.query>): ListOutcome {
  let found = ctx.db
    .selectFrom('job')
    .where('job.reviewed_at', 'is not', null)
    .where(onDays(ctx, query, 'job.reviewed_at'))
    .where(matchesTrashFilter(ctx, query, 'job.trashed_at'))
    .where(matchesWordsOrOwner(query.q, ['job.review'], customerOf('job.customer_id')));
  if (query.decision === 'waiting') found = found.where('job.review_decision', 'is', null);
  else if (query.decision !== undefined) found = found.where('job.review_decision', '=', query.decision);
  if (query.stars !== undefined) found = found.where('job.review_stars', '=', query.stars);
  return listOf(ctx, query, {
    name: 'reviews',
    rows: jobRows(ctx),
    found,
    key: 'job.id',
    sort: SORT,
    sortJoins: { customer: (found) => found.innerJoin('customer', 'customer.id', 'job.customer_id') },
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
    .where('job.review_decision', '=', 'shown')
    .where('job.reviewed_at', 'is not', null)
    .where('job.trashed_at', 'is', null)
    .where('job.review', '<>', '')
    .orderBy('job.reviewed_at', 'desc')
    .orderBy('job.id', 'desc')
    .limit(MAX_SHOWN)
    .execute();
  return {
    items: rows.map((row) => ({
      firstname: row.customer_firstname,
      reviewStarts: row.review_stars ?? 0,
      review: row.review ?? '',
      jobType: row.job_type,
      month: monthOf(ctx, row.starts_at),
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
