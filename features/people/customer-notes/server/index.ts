import type { Feature } from '#platform/server/feature.ts';
import { noteData } from './personal-data.ts';
import { routes } from './routes.ts';

/** What the office writes down about customers. */
export const feature: Feature = {
  name: 'customer-notes',
  routes,
  personalData: { 'customer-notes': noteData },
};
