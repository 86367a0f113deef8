import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

export { countWaitingReviews, decideReview, findLowReviews, readStars } from './reviews.ts';

/** Customer reviews of visits, and which of them are public. */
export const feature: Feature = { name: 'reviews', routes };
