import { lockJobs } from '#features/work/jobs/server/index.ts';
import type { Feature } from '#platform/server/feature.ts';
import { chargeWhatIsDue } from './charge-visits.ts';
import { jobPayment } from './mark-jobs-paid.ts';
import { payByHand } from './pay-by-hand.ts';
import { routes } from './routes.ts';

/** Public API for other features. */
export { lockBooking } from './booking-to-pay.ts';
export { commitJob } from './commit-job.ts';
export { confirmFree, prepareVisit } from './mark-jobs-paid.ts';

/** Checkout: applies promo codes and hours to held bookings, and takes their payment. */
export const feature: Feature = {
  name: 'checkout',
  routes,
  cronJobs: { 'checkout:charge': chargeWhatIsDue },
  paymentPurposes: { job: jobPayment },
  paymentsByHand: { job: payByHand, lock: lockJobs },
};
