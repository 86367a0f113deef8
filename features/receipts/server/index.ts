import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

/** Receipts: what was paid for, on paper. */
export const feature: Feature = { name: 'receipts', routes };
