import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { en } from '../locales/en.ts';
import { zh } from '../locales/zh.ts';

/** Texts on screen. The printed receipt is in English: rules/receipt.ts. */
export const useReceiptText = registerCatalogue('receipts', { en, zh });
