import { defineTexts } from '#platform/web/i18n/texts.ts';

/** Texts on screen. The printed receipt is in English: rules/receipt.ts. */
export const receiptTexts = defineTexts({
  en: {
    receipt: 'Receipt {{number}} (PDF)',
    creditNote: 'Credit note {{number}} (PDF)',
    fetching: 'Getting the PDF',
    failed: 'We could not get the PDF. Try again in a moment.',
    offline: 'We could not connect. Check your connection, then try again.',
    title: 'Receipts',
    listFailed: 'We could not load the receipts.',
    tryAgain: 'Try again',
    trying: 'Trying again',
  },
  zh: {
    receipt: '收据 {{number}}（PDF）',
    creditNote: '退款单 {{number}}（PDF）',
    fetching: '正在取得 PDF',
    failed: '无法取得 PDF。请稍后再试。',
    offline: '无法连接。请检查网络，再试一次。',
    title: '收据',
    listFailed: '无法载入收据。',
    tryAgain: '再试一次',
    trying: '正在重试',
  },
});
