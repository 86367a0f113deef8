import type { Feature } from '#platform/server/feature.ts';
import { purgeApplications } from './purge-applications.ts';
import { routes } from './routes.ts';

/** Applications: who would like to clean with us, and what the office answers. */
export const feature: Feature = {
  name: 'applications',
  routes,
  sweeps: { 'applications:purge': purgeApplications },
};
