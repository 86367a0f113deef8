import type { Feature } from '#platform/server/feature.ts';
import { payByHand } from './pay-by-hand.ts';
import { routes } from './routes.ts';
import { jobPayment } from './settle-job.ts';

/** What other features may call. */
export { lockBooking } from './booking-to-pay.ts';
export { commitJob } from './commit-job.ts';

/** Checkout: a held booking gets its promo code, its hours, its card, and is paid. */
export const feature: Feature = {
  name: 'checkout',
  routes,
  paymentPurposes: { job: jobPayment },
  paymentsByHand: { job: payByHand },
};
