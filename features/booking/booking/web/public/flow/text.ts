import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { en } from '../../locales/en.ts';
import { zh } from '../../locales/zh.ts';

/** The words of booking a one-time clean. */
export const useBookingText = registerCatalogue('booking', { en, zh });
