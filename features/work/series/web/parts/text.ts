import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { en } from '../locales/en.ts';
import { zh } from '../locales/zh.ts';

/** The words about several visits at once. */
export const useSeriesText = registerCatalogue('series', { en, zh });
