import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { en } from './locales/en.ts';
import { zh } from './locales/zh.ts';

/** Apart from the site's other texts: the front page does not carry these. */
export const useServicesText = registerCatalogue('services', { en, zh });
