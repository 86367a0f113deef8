import { defineTexts } from '#platform/web/i18n/texts.ts';

/** Separate from the site's other texts, to keep them out of the front page's bundle. */
export const legalTexts = defineTexts({
  en: {
    'terms-and-conditions': 'Terms and conditions',
    'terms-of-service': 'Terms of service',
    'privacy-policy': 'Privacy',
    loading: 'Loading this page',
    failed: 'We could not load this page.',
    tryAgain: 'Try again',
    writeTo: 'Write to {{email}}',
    writeHere: 'Write to us',
  },
  zh: {
    'terms-and-conditions': '条款与条件',
    'terms-of-service': '服务条款',
    'privacy-policy': '隐私',
    loading: '正在载入本页',
    failed: '无法载入本页。',
    tryAgain: '再试一次',
    writeTo: '电邮至 {{email}}',
    writeHere: '写信给我们',
  },
});
