import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { en } from '../../locales/customer-en.ts';
import { zh } from '../../locales/customer-zh.ts';

/** Texts for customer screens only; texts shared by all screens about jobs are in parts/text.ts. */
export const useCustomerText = registerCatalogue('jobs-customer', { en, zh });
