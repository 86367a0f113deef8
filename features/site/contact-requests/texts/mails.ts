import { BUSINESS, dayIn, type MessageKind, mailText } from '#platform/kernel/message-kind.ts';
import { defineTexts, translator } from '#platform/kernel/translate.ts';

interface Written {
  readonly id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly mobile: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
}

/** The e-mail to the office about a new request. Its reply-to is the author. */
export function newRequestMail(request: Written, site: string | undefined) {
  const name = `${request.firstname} ${request.lastname}`.trim();
  const facts = [
    `From: ${name}`,
    `E-mail: ${request.email}`,
    ...(request.mobile === '' ? [] : [`Phone: ${request.mobile}`]),
    ...(request.subject === '' ? [] : [`Subject: ${request.subject}`]),
  ];
  const link = site === undefined ? [] : ['', `${site}/admin/contact-requests/${request.id}/view`];
  return {
    replyTo: request.email,
    subject: `New message from ${name}`,
    body: [...facts, '', request.message, ...link].join('\n'),
  };
}

interface ReplyData {
  readonly text: string;
  /** The author's message and subject; the subject may be empty. */
  readonly subject: string;
  readonly message: string;
  /** The date of the message, ISO 8601. */
  readonly day: string;
}

const texts = defineTexts('replies', { yourMessage: 'Your message to {{business}}' });

/** The office's reply, quoting the original message. */
export const REQUEST_REPLY: MessageKind<ReplyData> = {
  kind: 'request-reply',
  title: 'Reply to a contact request',
  when: 'When the office answers a message from the contact form.',
  reader: 'anyone',
  channels: ['email'],
  placeholders: {
    about: 'the subject that they wrote, or that it is about their message',
    answer: 'what the office wrote',
    day: 'the day on which they wrote',
    message: 'what they wrote, each line set off',
    ...BUSINESS,
  },
  required: { email: ['answer'] },
  texts: mailText('Re: {about}', '{answer}', '', '{business}', '', 'On {day} you wrote:', '{message}'),
  values: ({ text, subject, message, day }, around) => ({
    about: subject !== '' ? subject : translator(around, texts)('yourMessage', { business: around.business }),
    answer: text,
    day: dayIn(around.language, day),
    message: message
      .split(/\r?\n/)
      .map((row) => `> ${row}`)
      .join('\n'),
  }),
  example: {
    text: 'Yes, we clean windows too, from the inside.',
    subject: 'Windows',
    message: 'Do you clean windows?',
    day: '2026-11-23',
  },
};

/** Every message that this feature sends, by kind. */
export const REQUEST_MESSAGES = { 'request-reply': REQUEST_REPLY } as const;
