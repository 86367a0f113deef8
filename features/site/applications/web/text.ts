import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { en } from './locales/en.ts';
import { zh } from './locales/zh.ts';

/** The words of applying as a cleaner. */
export const useApplyText = registerCatalogue('applications', { en, zh });
