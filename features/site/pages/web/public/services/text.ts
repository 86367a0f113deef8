import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { en } from './locales/en.ts';
import { zh } from './locales/zh.ts';

/** Separate from the site's other texts, to keep them out of the front page's bundle. */
export const useServicesText = registerCatalogue('services', { en, zh });
