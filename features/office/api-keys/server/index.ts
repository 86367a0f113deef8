import type { Feature } from '#platform/server/feature.ts';
import { findApiKey } from './api-keys.ts';
import { routes } from './routes.ts';

/** Keys with which other systems call the API. */
export const feature: Feature = {
  name: 'api-keys',
  routes,
  findApiKey: { 'api-keys': findApiKey },
};
