import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

/** What the office writes on the site. */
export const feature: Feature = { name: 'site-content', routes };
