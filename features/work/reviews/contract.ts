import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import * as routes from '#features/routes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors } from '#platform/contract/errors.ts';
import { day, flag, id, idParams, listQuery, listReply, wireMoment } from '#platform/contract/schemas.ts';
import { trashed } from '#platform/contract/trash.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { DECISIONS } from './rules/decision.ts';
import { decideReview as deciding, seeReviews } from './rules/policy.ts';

const reviewErrors = defineErrors({
  no_review: {
    status: 409,
    title: 'No review yet',
    detail: 'The customer has not reviewed this visit yet.',
  },
});

const decision = z.enum(DECISIONS);
const review = z.object({
  /** The id of the visit. */
  id,
  customer: z.object({ id, fullname: z.string() }),
  cleaners: z.array(z.object({ id, firstname: z.string(), lastname: z.string(), fullname: z.string() })),
  label: z.string(),
  jobType,
  startTime: wireMoment,
  reviewStarts: z.int(),
  review: z.string(),
  decision,
  trash: trashed,
  /** When the review was submitted. */
  createdAt: wireMoment,
});
export type Review = z.output<typeof review>;

export const listReviews = defineCall({
  method: 'GET',
  path: '/reviews',
  ...openTo(seeReviews),
  summary: "Customers' reviews of visits, newest first; `download=1` for CSV.",
  query: listQuery(['createdAt', 'reviewStarts', 'review', 'customer', 'label', 'startTime'], {
    decision: decision.optional(),
    /** The days on which they were given. */
    from_date: day.optional(),
    to_date: day.optional(),
    stars: z.coerce.number().int().min(1).max(5).optional(),
  }),
  reply: listReply(review),
  streamed: true,
});

export const decideReview = defineCall({
  method: 'POST',
  path: '/jobs/:id/review-visibility',
  ...openTo(deciding),
  summary: 'Publishes or hides a review, or with null lets it wait again.',
  params: idParams,
  body: z.strictObject({ visible: flag.nullable() }),
  reply: review,
  errors: reviewErrors,
});

export const listShownReviews = defineCall({
  ...routes.listShownReviews,
  who: ['anyone'],
  summary: 'Published reviews, newest first, with first names only.',
  reply: z.strictObject({
    items: z.array(
      z.strictObject({
        firstname: z.string(),
        reviewStarts: z.int(),
        review: z.string(),
        jobType,
        /** The month of the visit, `2026-11`. */
        month: z.string(),
      }),
    ),
  }),
});
