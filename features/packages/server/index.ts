import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

export { createPackage } from './save-package.ts';
export { getPackage, type PackageRow, packageOnTheWire } from './store.ts';

/** Packages: what is sold. */
export const feature: Feature = { name: 'packages', routes };
