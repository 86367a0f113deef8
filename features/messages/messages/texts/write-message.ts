import { type Channel, fillText, type Surroundings, type TextOf } from '#platform/kernel/message-kind.ts';
import { defineTexts, translator } from '#platform/kernel/translate.ts';
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

const texts = defineTexts('mails', {
  button: {
    booking: 'See your booking',
    review: 'Tell us how it was',
    renewal: 'Book the next cleans',
    answer: 'Reply',
    waiting: 'Keep waiting',
    again: 'Book again',
    gift: 'Claim your hours',
    confirm: 'Confirm your e-mail',
  },
  unsubscribe: 'Send me no more review requests and renewal offers',
  unsubscribeAt: '{{words}}: {{url}}',
});

type Button = keyof typeof texts.en.button;

const BUTTON_OF: Readonly<Partial<Record<Kind, Button>>> = {
  'visit-done': 'review',
  'series-ending': 'renewal',
  'office-answer': 'answer',
  'offer-ended': 'waiting',
  'gift-received': 'gift',
  'email-confirmation': 'confirm',
  'visit-cancelled': 'again',
  'series-cancelled': 'again',
};

/** Renders a message from its template and data. */
export function writeMessage<K extends Kind>(
  { kind, channel, text }: { readonly kind: K; readonly channel: Channel; readonly text: TextOf },
  data: DataOf[K],
  sender: Sender,
): Written {
  const { subject, body } = fillText(text, valuesOf(kind, data, sender));
  if (channel === 'sms') return { subject: '', body: body.replace(/[\u202f\u00a0]/g, ' ') };
  const { language, business, phone, email, site, unsubscribeUrl } = sender;
  const t = translator(sender, texts);
  const url = kindOf(kind).isFollowUp ? unsubscribeUrl : undefined;
  const words = t('unsubscribe');
  return {
    subject,
    body: url === undefined ? body : `${body}\n\n${t('unsubscribeAt', { words, url })}`,
    html: renderMail({
      language,
      subject,
      body,
      business,
      phone,
      email,
      site,
      look: sender.look,
      button: t(`button.${BUTTON_OF[kind] ?? 'booking'}`),
      tiles: kind === 'gift-received' ? (data as DataOf['gift-received']).hours : 0,
      ...(url !== undefined && { unsubscribe: { url, words } }),
    }),
  };
}
