import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';
import { purgePlans, stopSilentPlans } from './start-plan.ts';

/** Plans of a day's crews. */
export const feature: Feature = {
  name: 'dispatch',
  routes,
  cronJobs: { 'dispatch:silent': stopSilentPlans, 'dispatch:purge': purgePlans },
};
