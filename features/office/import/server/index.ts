import type { Feature } from '#platform/server/feature.ts';
import { importData } from './personal-data.ts';
import { routes } from './routes.ts';

/** Imports of customers and cleaners from a file. */
export const feature: Feature = { name: 'import', routes, personalData: { import: importData } };
