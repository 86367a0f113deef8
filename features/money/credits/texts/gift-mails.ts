import { BUSINESS, dayIn, type Language, type MessageKind, mailText } from '#platform/kernel/message-kind.ts';
import type { Hours } from '#platform/kernel/money.ts';
import { hoursText } from '#platform/kernel/text.ts';
import { claimAddress } from '../rules/gift-code.ts';
import { HOURS_BOUGHT, HOURS_EXPIRING, hoursIn, NAME } from './mails.ts';

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
  texts: {
    en: mailText(
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
    zh: mailText(
      '{sender}送您{hours}清洁服务',
      '您好：',
      '',
      '{sender}送给您{hours}的家居清洁服务。',
      '',
      '{message}',
      '',
      'Code: {code}',
      '',
      '{how}',
      '',
      '请在{until}或之前领取：',
      '',
      '{link}',
      '',
      '礼物码只能使用一次。{validity}',
    ),
  },
  values: ({ sender, hours, message, code, isCustomer, until, useBy }, { language, site, business }) => ({
    sender,
    code,
    site,
    how: isCustomer ? SIGN_IN[language] : signUpText(language, business),
    link: `${site}${claimAddress(code)}`,
    hours: hoursIn(language, hours),
    message: message === '' ? '' : [THEIR_MESSAGE[language], ...quoted(message)].join('\n'),
    until: dayIn(language, until),
    validity: useBy === null ? '' : validityText(language, dayIn(language, useBy)),
  }),
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

const SIGN_IN = {
  en: 'Sign in with your mobile number to claim it. The link fills in the code.',
  zh: '请用您的手机号码登录领取，链接会自动填好礼物码。',
} as const;

function signUpText(language: Language, business: string): string {
  return language === 'zh'
    ? `${business}在新加坡提供家居清洁服务。您还没有账户：请先用手机号码注册，再领取钟点。链接会自动填好礼物码。`
    : `${business} cleans homes in Singapore. You do not have an account yet: sign up with your mobile number to claim your hours. The link fills in the code.`;
}

function validityText(language: Language, day: string): string {
  return language === 'zh' ? `钟点有效期至${day}。` : `Use the hours by ${day}.`;
}

const THEIR_MESSAGE = { en: 'Their message:', zh: '对方留言：' } as const;

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
  texts: {
    en: mailText(
      'You sent {hours} to {email}',
      'Hello {firstname},',
      '',
      '{hours} from your account were sent to {email}.',
      '',
      'If this was not you, call us right away. Then sign in, open your account and choose Sign out everywhere.',
    ),
    zh: mailText(
      '您已把{hours}钟点送给 {email}',
      '{firstname}，您好：',
      '',
      '您账户里的{hours}钟点已送给 {email}。',
      '',
      '如果不是您本人操作，请马上致电我们，然后登录账户，选择“登出所有设备”。',
    ),
  },
  values: ({ firstname, hours, email }, { language }) => ({
    firstname,
    email,
    hours: hoursIn(language, hours),
  }),
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
  texts: {
    en: mailText('{hours} came back to you', 'Hello {firstname},', '', '{what} {validity}'),
    zh: mailText('{hours}钟点已退回给您', '{firstname}，您好：', '', '{what}{validity}'),
  },
  values: ({ firstname, email, hours, expired, until }, { language }) => {
    const were = hours === 1 ? 'was not claimed, so it is' : 'were not claimed, so they are';
    return {
      firstname,
      hours: hoursIn(language, hours),
      what:
        language === 'zh'
          ? `您送给 ${email} 的${hoursIn('zh', hours)}钟点没有人领取，已退回您的账户。`
          : `The ${hoursText(hours)} you sent to ${email} ${were} yours again.`,
      validity: returnedValidity(language, { hours, expired, until }),
    };
  },
  example: { firstname: 'Wei Ling', email: 'mei@example.com', hours: 2, expired: 0, until: '2027-05-31' },
};

function returnedValidity(
  language: Language,
  { hours, expired, until }: Pick<ReturnedData, 'hours' | 'expired' | 'until'>,
): string {
  const isZh = language === 'zh';
  const day = until === null ? null : dayIn(language, until);
  if (expired >= hours) return isZh ? '这些钟点已经过期。' : 'They have expired since.';
  const use = isZh ? `请在${day}或之前使用。` : `Use them by ${day}.`;
  if (expired === 0) return day === null ? '' : use;
  const some = isZh
    ? `其中${hoursIn('zh', expired)}已经过期。`
    : `${hoursText(expired)} of them ${expired === 1 ? 'has' : 'have'} expired.`;
  if (day === null) return some;
  return isZh ? `${some}其余的请在${day}或之前使用。` : `${some} Use the rest by ${day}.`;
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
