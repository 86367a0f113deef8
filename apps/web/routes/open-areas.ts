import { checkout, entrances, publicSite } from './public-routes.ts';
import type { Area } from './route.ts';

/** Areas that need no sign-in. */
export const openAreas: readonly Area[] = [publicSite, checkout, entrances];
