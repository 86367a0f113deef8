export const en = {
  'terms-and-conditions': 'Terms and conditions',
  'terms-of-service': 'Terms of service',
  'privacy-policy': 'Privacy',
  loading: 'Loading this page',
  failed: 'We could not load this page.',
  tryAgain: 'Try again',
  writeTo: 'Write to {{email}}',
  writeHere: 'Write to us',
} as const;
