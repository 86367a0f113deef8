import { BUSINESS, dayIn, type MessageKind, mailText } from '#platform/kernel/message-kind.ts';
import type { Hours } from '#platform/kernel/money.ts';
import { defineTexts, type Translations, translator } from '#platform/kernel/translate.ts';
import { claimAddress } from '../rules/gift-code.ts';
import { HOURS_BOUGHT, HOURS_EXPIRING, hoursIn, NAME } from './mails.ts';

const texts = defineTexts('gifts', {
  signIn: 'Sign in with your mobile number to claim it. The link fills in the code.',
  signUp:
    '{{business}} cleans homes in Singapore. You do not have an account yet: sign up with your mobile number to claim your hours. The link fills in the code.',
  theirMessage: 'Their message:',
  validity: 'Use the hours by {{day}}.',
  returned_one: 'The 1 hour you sent to {{email}} was not claimed, so it is yours again.',
  returned_other: 'The {{count}} hours you sent to {{email}} were not claimed, so they are yours again.',
  expired: 'They have expired since.',
  useBy: 'Use them by {{day}}.',
  someExpired_one: '1 hour of them has expired.',
  someExpired_other: '{{count}} hours of them have expired.',
  someExpiredUseBy_one: '1 hour of them has expired. Use the rest by {{day}}.',
  someExpiredUseBy_other: '{{count}} hours of them have expired. Use the rest by {{day}}.',
});

interface GiftData {
  readonly sender: string;
  readonly hours: Hours;
  readonly message: string;
  readonly code: string;
  /** The receiver has an account. */
  readonly isCustomer: boolean;
  /** The last day to claim it, ISO 8601. */
  readonly until: string;
  /** The last day to use the first of the hours, ISO 8601; null if they do not expire. */
  readonly useBy: string | null;
}

/** The e-mail to the friend: the only place where the code is written in plain text. */
export const GIFT_RECEIVED: MessageKind<GiftData> = {
  kind: 'gift-received',
  title: 'Gift of hours',
  when: 'When a customer sends hours to someone. It carries the code.',
  reader: 'anyone',
  channels: ['email'],
  placeholders: {
    sender: 'who gives the hours',
    hours: 'how many, "2 hours"',
    message: 'what they wrote, each line set off; nothing if they wrote none',
    code: 'the code',
    site: 'the address of the site',
    link: 'the page on which it is claimed, with its code filled in',
    how: 'that they sign in to claim it; for someone new what the business is, and that they sign up',
    until: 'the last day on which it can be claimed',
    validity: 'until when the hours can be used, in a sentence; nothing if they do not expire',
    ...BUSINESS,
  },
  required: { email: ['sender', 'hours', 'message', 'code', 'until', 'validity'] },
  // The receiver copies the code from this line, and the sandbox's inbox reads it.
  fixed: { words: 'Code: {code}', at: 'line' },
  texts: mailText(
    '{sender} sent you {hours} of cleaning',
    'Hello,',
    '',
    '{sender} has sent you {hours} of home cleaning.',
    '',
    '{message}',
    '',
    'Code: {code}',
    '',
    '{how}',
    '',
    'Claim it by {until}:',
    '',
    '{link}',
    '',
    'The code works once. {validity}',
  ),
  values: ({ sender, hours, message, code, isCustomer, until, useBy }, around) => {
    const { language, site, business } = around;
    const t = translator(around, texts);
    return {
      sender,
      code,
      site,
      how: isCustomer ? t('signIn') : t('signUp', { business }),
      link: `${site}${claimAddress(code)}`,
      hours: hoursIn(around, hours),
      message: message === '' ? '' : [t('theirMessage'), ...quoted(message)].join('\n'),
      until: dayIn(language, until),
      validity: useBy === null ? '' : t('validity', { day: dayIn(language, useBy) }),
    };
  },
  example: {
    sender: 'Mei Tan',
    hours: 2,
    message: 'Put your feet up.',
    code: 'ABCD-EFGH-JKLM',
    isCustomer: false,
    until: '2026-12-23',
    useBy: '2027-11-22',
  },
};

interface SentData {
  readonly firstname: string;
  readonly hours: Hours;
  /** The receiver. */
  readonly email: string;
}

/** To the sender, so that they notice if someone else gave their hours away. */
export const GIFT_SENT: MessageKind<SentData> = {
  kind: 'gift-sent',
  title: 'Hours sent',
  when: 'To a customer whose hours were sent to someone.',
  reader: 'customer',
  channels: ['email'],
  placeholders: {
    ...NAME,
    hours: 'how many, "2 hours"',
    email: 'the address they were sent to',
    ...BUSINESS,
  },
  required: { email: ['hours', 'email'] },
  texts: mailText(
    'You sent {hours} to {email}',
    'Hello {firstname},',
    '',
    '{hours} from your account were sent to {email}.',
    '',
    'If this was not you, call us right away. Then sign in, open your account and choose Sign out everywhere.',
  ),
  values: ({ firstname, hours, email }, around) => ({ firstname, email, hours: hoursIn(around, hours) }),
  example: { firstname: 'Wei Ling', hours: 2, email: 'mei@example.com' },
};

interface ReturnedData {
  readonly firstname: string;
  readonly email: string;
  readonly hours: Hours;
  /** How many of them have expired. */
  readonly expired: Hours;
  /** The last day to use the first of the others, ISO 8601; null if they do not expire. */
  readonly until: string | null;
}

/** The gift was not claimed: the hours are back with the sender. */
export const GIFT_RETURNED: MessageKind<ReturnedData> = {
  kind: 'gift-returned',
  title: 'Gift came back',
  when: 'When a gift was not claimed in time and its hours are back with the giver.',
  reader: 'customer',
  channels: ['email'],
  placeholders: {
    ...NAME,
    hours: 'how many, "2 hours"',
    what: 'that the gift was not claimed, and to whom it went',
    validity: 'until when the hours can be used, or that they have expired; nothing if they do not expire',
    ...BUSINESS,
  },
  required: { email: ['what', 'validity'] },
  texts: mailText('{hours} came back to you', 'Hello {firstname},', '', '{what} {validity}'),
  values: ({ firstname, email, hours, expired, until }, around) => ({
    firstname,
    hours: hoursIn(around, hours),
    what: translator(around, texts)('returned', { count: hours, email }),
    validity: returnedValidity(around, { hours, expired, until }),
  }),
  example: { firstname: 'Wei Ling', email: 'mei@example.com', hours: 2, expired: 0, until: '2027-05-31' },
};

function returnedValidity(
  around: Translations,
  { hours, expired, until }: Pick<ReturnedData, 'hours' | 'expired' | 'until'>,
): string {
  const t = translator(around, texts);
  if (expired >= hours) return t('expired');
  if (until === null) return expired === 0 ? '' : t('someExpired', { count: expired });
  const day = dayIn(around.language, until);
  return expired === 0 ? t('useBy', { day }) : t('someExpiredUseBy', { count: expired, day });
}

/**
 * Quotes each line, so that no line of the sender's message can pass for ours, in particular not for a code.
 */
function quoted(message: string): string[] {
  return message.split(/\r?\n/).map((line) => `> ${line}`);
}

/** Every message that this feature sends, by kind. */
export const CREDIT_MESSAGES = {
  'hours-bought': HOURS_BOUGHT,
  'hours-expiring': HOURS_EXPIRING,
  'gift-sent': GIFT_SENT,
  'gift-received': GIFT_RECEIVED,
  'gift-returned': GIFT_RETURNED,
} as const;
