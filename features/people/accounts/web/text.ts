import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { en } from './locales/en.ts';
import { zh } from './locales/zh.ts';

/** The words of signing in. */
export const useAccountsText = registerCatalogue('accounts', { en, zh });
