import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

export { shownNames } from './get-package.ts';
export { findPackage, getPackage, type PackageRow, toPackageReply } from './package-record.ts';
export { createPackage } from './save-package.ts';

export const feature: Feature = { name: 'packages', routes };
