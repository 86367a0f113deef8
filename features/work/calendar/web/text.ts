import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { en } from './locales/en.ts';
import { zh } from './locales/zh.ts';

/** The words around a calendar link. */
export const useCalendarText = registerCatalogue('calendar', { en, zh });
