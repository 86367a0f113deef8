import { defineTexts } from '#platform/web/i18n/texts.ts';

/** Texts on screen. The printed receipt is in English: rules/receipt.ts. */
export const receiptTexts = defineTexts('receipt', {
  receipt: 'Receipt {{number}} (PDF)',
  creditNote: 'Credit note {{number}} (PDF)',
  fetching: 'Getting the PDF',
  failed: 'We could not get the PDF. Try again in a moment.',
  offline: 'We could not connect. Check your connection, then try again.',
  title: 'Receipts',
  listFailed: 'We could not load the receipts.',
  tryAgain: 'Try again',
  trying: 'Trying again',
});
