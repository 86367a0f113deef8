import type { Feature } from '#platform/server/feature.ts';
import { offerRenewals } from './renewals.ts';
import { routes } from './routes.ts';

export { findEndingSeries } from './renewals.ts';

/** A series after booking: changes to several of its visits at once. */
export const feature: Feature = {
  name: 'series',
  routes,
  cronJobs: { 'series:renewals': offerRenewals },
};
