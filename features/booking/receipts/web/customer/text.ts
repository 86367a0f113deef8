import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { en } from '../locales/payments-en.ts';
import { zh } from '../locales/payments-zh.ts';

export const usePaymentsText = registerCatalogue('payment-history', { en, zh });
