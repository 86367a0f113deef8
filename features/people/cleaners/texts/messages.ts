import { BUSINESS, dayIn, type Language, type MessageKind, smsText } from '#platform/kernel/message-kind.ts';

interface Invitation {
  readonly firstname: string;
}

/** Sent only when the office presses the button. */
export const CLEANER_INVITED: MessageKind<Invitation> = {
  kind: 'cleaner-invited',
  title: 'Invitation to sign in',
  when: 'When the office invites a cleaner, on their page.',
  reader: 'cleaner',
  channels: ['sms'],
  placeholders: { firstname: "the cleaner's first name", link: 'where cleaners sign in', ...BUSINESS },
  required: { sms: ['link'] },
  texts: {
    en: smsText('Hi {firstname}, you can now see your {business} visits. Sign in with this number: {link}'),
    zh: smsText('{firstname}您好！请用此号码登录 {business} 查看工作：{link}'),
  },
  values: ({ firstname }, { site }) => ({ firstname, link: `${site}/cleaner/signin` }),
  example: { firstname: 'Siew Hua' },
};

/** Minutes in which a second press, or a colleague's, sends nothing more. */
export const INVITED_AGAIN_AFTER_MINUTES = 5;

interface DaysOff {
  /** ISO 8601, both included. */
  readonly firstDay: string;
  readonly lastDay: string;
}

const DAYS_OFF = {
  reader: 'cleaner',
  channels: ['sms'],
  placeholders: { days: 'the first and the last day', ...BUSINESS },
  required: { sms: ['days'] },
  values: (data: DaysOff, { language }: { readonly language: Language }) => ({
    days: daysText(data, language),
  }),
  example: { firstDay: '2026-12-05', lastDay: '2026-12-07' },
} as const;

/** `5 Dec 2026 to 7 Dec 2026`, `5 Dec 2026` */
function daysText({ firstDay, lastDay }: DaysOff, language: Language): string {
  const [first, last] = [dayIn(language, firstDay), dayIn(language, lastDay)];
  if (first === last) return first;
  return language === 'zh' ? `${first}至${last}` : `${first} to ${last}`;
}

/** What the office decides about time off that a cleaner has asked for. */
export const TIME_OFF_ACCEPTED: MessageKind<DaysOff> = {
  ...DAYS_OFF,
  kind: 'time-off-accepted',
  title: 'Time off accepted',
  when: 'When the office accepts the time off that a cleaner has asked for.',
  texts: {
    en: smsText('Your time off is confirmed: {days}. {business}'),
    zh: smsText('您的休假已批准：{days}。{business}'),
  },
};

export const TIME_OFF_DECLINED: MessageKind<DaysOff> = {
  ...DAYS_OFF,
  kind: 'time-off-declined',
  title: 'Time off declined',
  when: 'When the office declines the time off that a cleaner has asked for.',
  texts: {
    en: smsText("Sorry, we can't give you time off: {days}. Questions? Call {phone}. {business}"),
    zh: smsText('抱歉，这次休假未获批准：{days}。有问题请致电 {phone}。{business}'),
  },
};

/** Every message about cleaners, by kind. */
export const CLEANER_MESSAGES = {
  'cleaner-invited': CLEANER_INVITED,
  'time-off-accepted': TIME_OFF_ACCEPTED,
  'time-off-declined': TIME_OFF_DECLINED,
} as const;
