import type { Feature } from '#platform/server/feature.ts';
import { shownRatings } from './cleaner-ratings.ts';
import { routes } from './routes.ts';

/** Which cleaners fit a visit, and why. */
export const feature: Feature = {
  name: 'suggestions',
  routes,
  reviewQuestions: { cleanerRatings: shownRatings },
};
