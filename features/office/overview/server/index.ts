import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

/** What needs the office now, today and the week. */
export const feature: Feature = { name: 'overview', routes };
