import type { Feature } from '#platform/server/feature.ts';
import { holdOffer } from './book-job.ts';
import { routes } from './routes.ts';

/** Public API for other features. */
export { bookJob } from './book-job.ts';

export const feature: Feature = { name: 'booking', routes, waitingBookings: { holdOffer } };
