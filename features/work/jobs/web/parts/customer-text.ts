import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { en } from '../locales/customer-en.ts';
import { zh } from '../locales/customer-zh.ts';

/** The words of the customer's own screens; what all screens about jobs share is in parts/text.ts. */
export const useCustomerText = registerCatalogue('jobs-customer', { en, zh });
