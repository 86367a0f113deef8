import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

export { findPackage, getPackage, type PackageRow, shownNames, toPackageReply } from './list-packages.ts';
export { createPackage } from './save-package.ts';

export const feature: Feature = { name: 'packages', routes };
