import { cleanerArea } from './cleaner-routes.ts';
import { customerArea } from './customer-routes.ts';
import { office } from './office-routes.ts';
import { entrances, publicSite } from './public-routes.ts';
import type { Area } from './route.ts';

/** Every page of the site. */
export const areas: readonly Area[] = [publicSite, entrances, customerArea, cleanerArea, office];
