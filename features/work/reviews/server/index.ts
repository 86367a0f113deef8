import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

export { decideReview } from './decide-review.ts';
export { countWaitingReviews, findLowReviews, readStars } from './waiting-reviews.ts';

/** Customer reviews of visits, and which of them are public. */
export const feature: Feature = { name: 'reviews', routes };
