import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

/** Who does what on a day. */
export const feature: Feature = { name: 'day-board', routes };
