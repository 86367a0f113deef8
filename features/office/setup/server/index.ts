import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

/** From an empty business to the first booking, and whether the services that it uses answer. */
export const feature: Feature = { name: 'setup', routes };
