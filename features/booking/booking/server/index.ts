import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

/** What other features may call. */
export { bookJob } from './book-job.ts';

/** Booking: request, quote, hold. */
export const feature: Feature = { name: 'booking', routes };
