import { BUSINESS, type MessageKind, mailText, smsText } from '#platform/kernel/message-kind.ts';

/** Messages about an account contain no name: the address may belong to someone else by now. */
type Nothing = Record<never, never>;

const shared = { reader: 'customer', placeholders: BUSINESS, required: {} } as const;
const ofNothing = { values: () => ({}), example: {} } as const;

export const EMAIL_CHANGED: MessageKind<Nothing> = {
  ...shared,
  ...ofNothing,
  kind: 'email-changed',
  title: 'E-mail address changed',
  when: 'To the old address, once it has been replaced, if its owner had confirmed it.',
  channels: ['email'],
  texts: mailText(
    'Your {business} e-mail address was changed',
    'E-mails from {business} now go to a new address. If you did not ask for this, call us right away.',
  ),
};

export const EMAIL_CONFIRMATION: MessageKind<{ readonly token: string }> = {
  kind: 'email-confirmation',
  title: 'Confirm a new e-mail address',
  when: 'To a new address of a customer, before it replaces the old one.',
  reader: 'customer',
  channels: ['email'],
  placeholders: { link: 'the link that confirms the address', ...BUSINESS },
  required: { email: ['link'] },
  texts: mailText(
    'Confirm your new {business} e-mail address',
    'Open this link and press Confirm. From then on, e-mails from {business} come to this address:',
    '',
    '{link}',
    '',
    'The link works once, for 24 hours. If you did not ask for this, ignore this e-mail: nothing will change.',
  ),
  values: ({ token }, { site }) => ({ link: confirmEmailLink(site, token) }),
  example: { token: 'Zm9yLWV4YW1wbGU' },
};

/** The token is in the URL fragment: no server, log or Referer header gets it. */
function confirmEmailLink(site: string, token: string): string {
  return `${site}/confirm-email#${token}`;
}

export const EMAIL_HAS_ACCOUNT: MessageKind<Nothing> = {
  ...shared,
  ...ofNothing,
  kind: 'email-has-account',
  title: 'E-mail address already has an account',
  when: 'When another customer enters the address of an account as their own. Once a day at most.',
  channels: ['email'],
  texts: mailText(
    'You already have a {business} account',
    'Someone tried to use this e-mail address for another {business} account. It stays with your account, and nothing has changed.',
    '',
    'If it was you, sign in with the mobile number of the account that has this address.',
  ),
};

export const FACEBOOK_LINKED: MessageKind<Nothing> = {
  ...shared,
  ...ofNothing,
  kind: 'facebook-linked',
  title: 'Facebook linked',
  when: 'When a Facebook account is linked to sign in with.',
  channels: ['email'],
  texts: mailText(
    'Facebook now signs you in to {business}',
    'A Facebook account was linked to your {business} account, and can sign you in from now on. If you did not do this, call us right away.',
  ),
};

export const ACCOUNT_CLOSED: MessageKind<Nothing> = {
  ...shared,
  ...ofNothing,
  kind: 'account-closed',
  title: 'Account closed',
  when: 'When a customer has closed their account. It goes out at once.',
  channels: ['email', 'sms'],
  texts: {
    ...smsText('Your {business} account is closed. Not you? Call us right away.'),
    ...mailText(
      'Your {business} account is closed',
      'Your account is closed, and your name, number, addresses and notes are gone from it.',
      '',
      'Receipts and visits stay in our books without your name, as the law requires.',
      '',
      'If you did not ask for this, call us right away.',
    ),
  },
};

/** Every message that this feature sends, by kind. */
export const CUSTOMER_MESSAGES = {
  'email-changed': EMAIL_CHANGED,
  'email-confirmation': EMAIL_CONFIRMATION,
  'email-has-account': EMAIL_HAS_ACCOUNT,
  'facebook-linked': FACEBOOK_LINKED,
  'account-closed': ACCOUNT_CLOSED,
} as const;
