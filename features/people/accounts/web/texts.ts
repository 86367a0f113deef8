import { defineTexts } from '#platform/web/i18n/texts.ts';

export const accountsTexts = defineTexts('accounts', {
  oneMoment: 'One moment',
  mobile: 'Mobile number',
  mobileHint: 'Eight digits. We text you a code, so there is no password.',
  // Fixed text, the same as the server's.
  missing: 'Please fill up all fields!',
  mobileWrong: 'Check the number: eight digits, starting with 8 or 9.',
  stay: 'Keep me signed in',
  stayHint:
    'For up to 30 days, only on your own device. Otherwise you are signed out when you close the browser.',
  sendCode: 'Text me a code',
  sendingCode: 'Sending the code',
  codeSent: 'We texted a code to {{mobile}}.',
  changeNumber: 'Change number',
  code: '6-digit code',
  signIn: 'Sign in',
  checkingCode: 'Checking the code',
  newCode: 'Text me a new code',
  newCodeIn_one: 'You can ask for a new code in {{count}} second.',
  newCodeIn_other: 'You can ask for a new code in {{count}} seconds.',
  sandboxCode: 'Sandbox: fill in the code',
  newCodeSent: 'A new code is on its way. The old one no longer works.',
  errors: {
    offline: 'We could not connect. Check your connection, then try again.',
    otp_wrong: 'That is not the code we sent. Check the message and try again.',
    otp_expired: 'This code no longer works. Ask for a new one.',
    throttled: 'Too many tries. Wait a little, then try again.',
    throttledFor: 'Too many tries. Try again in {{wait}}.',
  },
});
