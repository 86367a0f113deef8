import { BUSINESS, type MessageKind, mailText } from '#platform/kernel/message-kind.ts';

interface Written {
  readonly id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly phone: string;
  readonly email: string;
  readonly home_area: string;
  readonly apply_for: string;
  readonly message: string;
}

/**
 * The e-mail to the office about a new application: contact details and message. Excludes age, gender and nationality.
 * Its reply-to is the applicant.
 */
export function newApplicationMail(application: Written, site: string | undefined) {
  const name = `${application.firstname} ${application.lastname}`.trim();
  const facts = {
    From: name,
    Phone: application.phone,
    'E-mail': application.email,
    'Lives in': application.home_area,
    'Applies for': application.apply_for,
  };
  const rows = Object.entries(facts).flatMap(([label, value]) =>
    value === '' ? [] : [`${label}: ${value}`],
  );
  const message = application.message === '' ? [] : ['', application.message];
  const link = site === undefined ? [] : ['', `${site}/admin/applications/${application.id}/view`];
  return {
    ...(application.email === '' ? {} : { replyTo: application.email }),
    subject: `New application from ${name}`,
    body: [...rows, ...message, ...link].join('\n'),
  };
}

interface ReplyData {
  readonly text: string;
}

export const APPLICATION_REPLY: MessageKind<ReplyData> = {
  kind: 'application-reply',
  title: 'Reply to an application',
  when: 'When the office answers an applicant.',
  reader: 'anyone',
  channels: ['email'],
  placeholders: { answer: 'what the office wrote', ...BUSINESS },
  required: { email: ['answer'] },
  texts: mailText('Your application to {business}', '{answer}', '', '{business}'),
  values: ({ text }) => ({ answer: text }),
  example: { text: 'Thank you for writing. Can you come by on Monday at 10?' },
};

/** Every message that this feature sends, by kind. */
export const APPLICATION_MESSAGES = { 'application-reply': APPLICATION_REPLY } as const;
