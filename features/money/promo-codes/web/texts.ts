import { defineTexts } from '#platform/web/i18n/texts.ts';

export const promoTexts = defineTexts('promo', {
  add: 'Add a promo code',
  label: 'Promo code',
  apply: 'Apply',
  applying: 'Checking',
  on: '{{code}} applied',
  takesOff: '{{code}} takes {{amount}} off',
  remove: 'Remove',
  removing: 'Removing',
  empty: 'Enter the code first.',

  // Why a code is not valid, by the server's reason. The server sends the same English sentences to API
  // clients.
  'not-known': 'We do not recognise this code. Check it and try again.',
  'not-yet': 'This code starts on {{day}}.',
  ended: 'This code ended on {{day}}.',
  'other-clean': 'This code is for another kind of clean.',
  'other-package': 'This code is for another package.',
  'other-region': 'This code is for homes in another area.',
  'not-first': 'This code is for a first booking.',
  'used-once': 'You have already used this code.',
  'used-often': 'You have used this code as many times as it allows.',
  'used-up': 'This code has been used up.',
  'nothing-off': 'This code takes nothing off this price. Keep it for another booking.',
});
