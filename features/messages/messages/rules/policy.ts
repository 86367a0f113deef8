import { DISPATCHERS, defineAction, MANAGERS, OFFICE } from '#platform/kernel/policy.ts';

export const seeMessages = defineAction('see what was sent, and the texts', OFFICE);
export const changeTexts = defineAction('change the texts of messages', MANAGERS);
export const resendMessage = defineAction('send a message again, or drop one that was not sent', DISPATCHERS);
export const chooseLanguage = defineAction('choose the language of messages', {
  customer: 'customer',
  cleaner: 'cleaner',
});
