import { defineTexts } from '#platform/web/i18n/texts.ts';

export const cardsTexts = defineTexts('cards', {
  title: 'Your card',
  back: 'Account',
  use: 'We charge it when you book a clean or buy hours. Every charge shows under Payments.',
  expiry: {
    'next-month': 'This card expires next month. Once the new one is in your letterbox, replace it here.',
    'this-month': 'This card expires at the end of the month. Replace it here before your next booking.',
    expired: 'This card has expired. Replace it before your next booking.',
  },
  replace: 'Replace card',
  keep: 'Keep the old card',
  noneTitle: 'No card saved',
  noneText: 'Save one, and your next booking is paid in one tap.',
  add: 'Add a card',
  newCard: 'New card',
  save: 'Save card',
  saving: 'Checking with your bank',
  note: 'Nothing is charged now. Your bank may ask you to confirm. Card handled by Stripe.',
  noteSandbox: 'Sandbox: nothing is charged.',
  saved: 'Saved. From now on we charge the card ending {{last4}}.',
  notConfirmed: 'Your bank did not confirm this card, so we did not save it. Try again, or use another card.',
  declined: 'Your bank declined this card, so we did not save it. Try another card, or ask your bank.',
  lost: 'We did not hear back. Press Save card again. Nothing is charged.',
  waiting: 'Your bank has not answered yet. Give it a minute, then open this page again.',
  throttled: 'Too many cards were declined. Wait an hour, then try again.',
  unexpected: 'Something went wrong on our side. Try again in a moment.',
});
