import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

export {
  bookableLimits,
  countVisitPackages,
  findPackage,
  findPackageToTry,
  getPackage,
  isSoldFor,
  type PackageRow,
  shownNames,
  toPackageReply,
} from './list-packages.ts';
export { createPackage } from './save-package.ts';

export const feature: Feature = { name: 'packages', routes };
