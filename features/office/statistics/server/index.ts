import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

/** What the business earns, takes and owes, for its owner. */
export const feature: Feature = { name: 'statistics', routes };
