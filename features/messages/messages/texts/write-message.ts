import { type Channel, fillText, type Surroundings, type TextOf } from '#platform/kernel/message-kind.ts';
import { type DataOf, type Kind, kindOf } from './kinds.ts';
import { type MailLook, renderMail } from './mail-layout.ts';
import { valuesOf } from './values.ts';

/** The sender and their contact details. */
export interface Sender extends Surroundings {
  readonly email: string;
  /** The unsubscribe page, for messages that are not about a booking. */
  readonly unsubscribeUrl?: string;
  /** Of the company; undefined for the default. */
  readonly look?: MailLook | undefined;
}

export interface Written {
  readonly subject: string;
  readonly body: string;
  /** For an e-mail. */
  readonly html?: string;
}

const BUTTONS = {
  en: {
    booking: 'See your booking',
    review: 'Tell us how it was',
    renewal: 'Book the next cleans',
    answer: 'Reply',
    waiting: 'Keep waiting',
    again: 'Book again',
    gift: 'Claim your hours',
    confirm: 'Confirm your e-mail',
  },
  zh: {
    booking: '查看预约',
    review: '评价这次清洁',
    renewal: '预约接下来的清洁',
    answer: '回复',
    waiting: '继续候补',
    again: '再次预约',
    gift: '领取钟点',
    confirm: '确认电邮地址',
  },
} as const;

const BUTTON_OF: Readonly<Partial<Record<Kind, keyof (typeof BUTTONS)['en']>>> = {
  'visit-done': 'review',
  'series-ending': 'renewal',
  'office-answer': 'answer',
  'offer-ended': 'waiting',
  'gift-received': 'gift',
  'email-confirmation': 'confirm',
  'visit-cancelled': 'again',
  'series-cancelled': 'again',
};

const UNSUBSCRIBE = {
  en: 'Send me no more review requests and renewal offers',
  zh: '不再接收评价邀请和续约提醒',
} as const;

const COLONS = { en: ': ', zh: '：' } as const;

/** Renders a message from its template and data. */
export function writeMessage<K extends Kind>(
  { kind, channel, text }: { readonly kind: K; readonly channel: Channel; readonly text: TextOf },
  data: DataOf[K],
  sender: Sender,
): Written {
  const { subject, body } = fillText(text, valuesOf(kind, data, sender));
  if (channel === 'sms') return { subject: '', body: body.replace(/[\u202f\u00a0]/g, ' ') };
  const { language, business, phone, email, site, unsubscribeUrl } = sender;
  const words = UNSUBSCRIBE[language];
  const unsubscribe = unsubscribeUrl && kindOf(kind).isFollowUp ? { url: unsubscribeUrl, words } : undefined;
  return {
    subject,
    body: unsubscribe === undefined ? body : `${body}\n\n${words}${COLONS[language]}${unsubscribe.url}`,
    html: renderMail({
      language,
      subject,
      body,
      business,
      phone,
      email,
      site,
      look: sender.look,
      button: BUTTONS[language][BUTTON_OF[kind] ?? 'booking'],
      tiles: kind === 'gift-received' ? (data as DataOf['gift-received']).hours : 0,
      ...(unsubscribe && { unsubscribe }),
    }),
  };
}
