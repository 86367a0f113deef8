import { BUSINESS, dayIn, type MessageKind, smsText } from '#platform/kernel/message-kind.ts';
import { defineTexts, type Translations, translator } from '#platform/kernel/translate.ts';

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
  texts: smsText('Hi {firstname}, you can now see your {business} visits. Sign in with this number: {link}'),
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
  values: (data: DaysOff, around: Translations) => ({ days: daysText(data, around) }),
  example: { firstDay: '2026-12-05', lastDay: '2026-12-07' },
} as const;

const texts = defineTexts('daysOff', { span: '{{first}} to {{last}}' });

/** `5 Dec 2026 to 7 Dec 2026`, `5 Dec 2026` */
function daysText({ firstDay, lastDay }: DaysOff, around: Translations): string {
  const [first, last] = [dayIn(around.language, firstDay), dayIn(around.language, lastDay)];
  return first === last ? first : translator(around, texts)('span', { first, last });
}

/** What the office decides about time off that a cleaner has asked for. */
export const TIME_OFF_ACCEPTED: MessageKind<DaysOff> = {
  ...DAYS_OFF,
  kind: 'time-off-accepted',
  title: 'Time off accepted',
  when: 'When the office accepts the time off that a cleaner has asked for.',
  texts: smsText('Your time off is confirmed: {days}. {business}'),
};

export const TIME_OFF_DECLINED: MessageKind<DaysOff> = {
  ...DAYS_OFF,
  kind: 'time-off-declined',
  title: 'Time off declined',
  when: 'When the office declines the time off that a cleaner has asked for.',
  texts: smsText("Sorry, we can't give you time off: {days}. Questions? Call {phone}. {business}"),
};

/** Every message about cleaners, by kind. */
export const CLEANER_MESSAGES = {
  'cleaner-invited': CLEANER_INVITED,
  'time-off-accepted': TIME_OFF_ACCEPTED,
  'time-off-declined': TIME_OFF_DECLINED,
} as const;
