import { feature as booking } from '#features/booking/booking/server/index.ts';
import { feature as checklists } from '#features/catalogue/checklists/server/index.ts';
import { feature as packages } from '#features/catalogue/packages/server/index.ts';
import { feature as payments } from '#features/money/payments/server/index.ts';
import { feature as cleaners } from '#features/people/cleaners/server/index.ts';
import { feature as customers } from '#features/people/customers/server/index.ts';
import { feature as jobs } from '#features/work/jobs/server/index.ts';
import { feature as schedule } from '#features/work/schedule/server/index.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { feature as promoCodes } from '../index.ts';

/** An app with the features that booking a job with a promo code needs. */
export function startPromoApp() {
  return startTestApp({
    features: [customers, cleaners, packages, promoCodes, checklists, payments, schedule, jobs, booking],
  });
}
