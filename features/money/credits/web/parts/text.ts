import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { en } from '../locales/en.ts';
import { zh } from '../locales/zh.ts';

/** The words of prepaid hours: what is left, buying, sending, receiving. */
export const useCreditsText = registerCatalogue('credits', { en, zh });
