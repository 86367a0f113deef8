import { checkout, entrances, publicSite } from './public-routes.ts';
import type { Area } from './route.ts';

/** What everyone may come to first. */
export const openAreas: readonly Area[] = [publicSite, checkout, entrances];

/** Areas behind a door, whose tables are fetched when somebody goes there: the front page has no room for them. */
export const lazyAreas: Readonly<Record<string, () => Promise<Area>>> = {
  '/dashboard': async () => (await import('./customer-routes.ts')).customerArea,
  '/cleaner': async () => (await import('./cleaner-routes.ts')).cleanerArea,
  '/admin': async () => (await import('./office-routes.ts')).office,
};
