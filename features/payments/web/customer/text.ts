import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { en } from '../locales/customer-en.ts';
import { zh } from '../locales/customer-zh.ts';

/** The words of the customer's own payments. */
export const usePaymentsText = registerCatalogue('payments-customer', { en, zh });
