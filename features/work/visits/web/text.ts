import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { en } from './locales/en.ts';
import { zh } from './locales/zh.ts';

/** The words around a visit's photos, for those who look at them. */
export const useVisitsText = registerCatalogue('visits', { en, zh });
