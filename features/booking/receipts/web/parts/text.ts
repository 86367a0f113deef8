import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { en } from '../locales/en.ts';
import { zh } from '../locales/zh.ts';

/** The words of receipts on the screen. What is printed is English: rules/receipt.ts. */
export const useReceiptText = registerCatalogue('receipts', { en, zh });
