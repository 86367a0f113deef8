import { defineTexts } from '#platform/web/i18n/texts.ts';

/** Separate from the site's other texts, to keep them out of the front page's bundle. */
export const legalTexts = defineTexts('legal', {
  'terms-and-conditions': 'Terms and conditions',
  'terms-of-service': 'Terms of service',
  'privacy-policy': 'Privacy',
  loading: 'Loading this page',
  failed: 'We could not load this page.',
  tryAgain: 'Try again',
  writeTo: 'Write to {{email}}',
  writeHere: 'Write to us',
});
