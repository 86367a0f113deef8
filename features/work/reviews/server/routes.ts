import * as site from '#features/site/pages/contract.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { decideReview, listReviews, readRating, readShownReviews } from './reviews.ts';

export function routes(api: Api): void {
  handle(api, calls.listReviews, ({ ctx, query }) => listReviews(ctx, query));
  handle(api, calls.decideReview, ({ ctx, params, body }) => decideReview(ctx, params.id, body));
  handle(api, calls.listShownReviews, ({ ctx }) => readShownReviews(ctx));
  handle(api, site.readRating, ({ ctx }) => readRating(ctx));
}
