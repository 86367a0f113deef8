import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { en } from './locales/en.ts';
import { zh } from './locales/zh.ts';

/** The words of writing to the business. */
export const useContactText = registerCatalogue('contact-requests', { en, zh });
