import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

export { decideReview } from './decide-review.ts';

/** Reviews: what customers say of their visits, and what of it the public may read. */
export const feature: Feature = { name: 'reviews', routes };
