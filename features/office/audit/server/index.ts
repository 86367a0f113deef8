import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

export const feature: Feature = { name: 'audit', routes };
