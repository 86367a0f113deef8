import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

/** Background tasks that failed for good. */
export const feature: Feature = { name: 'failed-tasks', routes };
