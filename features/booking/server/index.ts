import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';
import { jobPayment } from './settle-job.ts';

/** What other features may call. */
export { bookJob } from './book-job.ts';
export { commitJob } from './commit-job.ts';

/** Booking: request, quote, hold, pay. */
export const feature: Feature = { name: 'booking', routes, paymentPurposes: { job: jobPayment } };
