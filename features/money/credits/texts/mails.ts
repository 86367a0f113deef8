import { dayOf } from '#platform/kernel/business-time.ts';
import { BUSINESS, dayIn, type Language, type MessageKind, mailText } from '#platform/kernel/message-kind.ts';
import { type Cents, dollars, type Hours } from '#platform/kernel/money.ts';
import { hoursText } from '#platform/kernel/text.ts';

export const NAME = { firstname: "the customer's first name" } as const;
export const hoursIn = (language: Language, hours: Hours) =>
  language === 'zh' ? `${hours}小时` : hoursText(hours);

interface PurchaseData {
  readonly firstname: string;
  readonly label: string;
  readonly hours: Hours;
  readonly paid: Cents;
  /** The last day to use them, ISO 8601. */
  readonly until: string;
}

/** The receipt of a package of hours. */
export const HOURS_BOUGHT: MessageKind<PurchaseData> = {
  kind: 'hours-bought',
  title: 'Hours bought',
  when: 'When a package of hours is paid.',
  reader: 'customer',
  channels: ['email'],
  placeholders: {
    ...NAME,
    hours: 'how many, "10 hours"',
    ready: '"Your 10 hours are ready", by their number',
    package: 'the package that was bought',
    paid: 'what was paid, in a sentence',
    until: 'the last day on which they can be used',
    ...BUSINESS,
  },
  required: { email: ['paid', 'until'] },
  texts: {
    en: mailText(
      '{hours} added to your account',
      'Hello {firstname},',
      '',
      '{ready}: {package}.',
      '{paid}',
      '',
      'Use them until {until}.',
    ),
    zh: mailText(
      '{hours}钟点已加入您的账户',
      '{firstname}，您好：',
      '',
      '{ready}：{package}。',
      '{paid}',
      '',
      '有效期至{until}。',
    ),
  },
  values: ({ firstname, label, hours, paid, until }, { language }) => ({
    firstname,
    hours: hoursIn(language, hours),
    ready:
      language === 'zh'
        ? `您的${hoursIn('zh', hours)}钟点可以使用了`
        : `Your ${hoursText(hours)} ${hours === 1 ? 'is' : 'are'} ready`,
    package: label,
    paid: paidText(language, paid),
    until: dayIn(language, until),
  }),
  example: { firstname: 'Wei Ling', label: '10 hours', hours: 10, paid: 27_000, until: '2027-11-28' },
};

function paidText(language: Language, paid: Cents): string {
  if (language === 'zh') return paid > 0 ? `已付：S$${dollars(paid)}` : '无需付款。';
  return paid > 0 ? `Paid: S$${dollars(paid)}` : 'Nothing to pay.';
}

interface ExpiringData {
  readonly firstname: string;
  /** Soonest first; `until` is the last day, ISO 8601. */
  readonly expiring: readonly { readonly hours: Hours; readonly until: string }[];
}

/** Hours that are about to expire. */
export const HOURS_EXPIRING: MessageKind<ExpiringData> = {
  kind: 'hours-expiring',
  title: 'Hours about to expire',
  when: '30 days and 7 days before unused hours expire.',
  reader: 'customer',
  channels: ['email'],
  placeholders: {
    ...NAME,
    hours: 'how many in all, "4 hours"',
    until: 'the last day of the first',
    list: 'how many until when, each on a line',
    ...BUSINESS,
  },
  required: { email: ['list'] },
  texts: {
    en: mailText(
      '{hours} to use by {until}',
      'Hello {firstname},',
      '',
      'Some of your hours expire soon:',
      '{list}',
      '',
      'Book a clean before then to use them.',
    ),
    zh: mailText(
      '{hours}钟点请在{until}或之前使用',
      '{firstname}，您好：',
      '',
      '您有一些钟点快到期了：',
      '{list}',
      '',
      '请在到期之前预约清洁，把它们用完。',
    ),
  },
  values: ({ firstname, expiring }, { language }) => {
    const [until, colon] = language === 'zh' ? ['到', '：'] : ['until ', ': '];
    const total = expiring.reduce((sum, { hours }) => sum + hours, 0);
    const [first] = expiring;
    return {
      firstname,
      hours: hoursIn(language, total),
      until: first === undefined ? '' : dayIn(language, first.until),
      list: expiring
        .map((lot) => `${hoursIn(language, lot.hours)}${colon}${until}${dayIn(language, lot.until)}`)
        .join('\n'),
    };
  },
  example: {
    firstname: 'Wei Ling',
    expiring: [
      { hours: 1.5, until: '2026-12-05' },
      { hours: 4, until: '2026-12-20' },
    ],
  },
};

/** The last business day on which something with this expiry can be used: `2026-12-05`. */
export function lastDay(expiresAt: Temporal.Instant, zone: string): string {
  return dayOf(expiresAt.subtract({ milliseconds: 1 }), zone).toString();
}
