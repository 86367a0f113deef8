import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

/** What happened to a job, for the office. */
export const feature: Feature = { name: 'job-history', routes };
