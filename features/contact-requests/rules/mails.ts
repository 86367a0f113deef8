import { dayText } from '#platform/kernel/text.ts';

interface Written {
  readonly id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly mobile: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
}

/** Tells the office of a new request. An answer to the mail goes to whoever wrote. */
export function newRequestMail(request: Written, site: string | undefined) {
  const name = `${request.firstname} ${request.lastname}`.trim();
  const facts = [
    `From: ${name}`,
    `E-mail: ${request.email}`,
    ...(request.mobile === '' ? [] : [`Phone: ${request.mobile}`]),
    ...(request.subject === '' ? [] : [`Subject: ${request.subject}`]),
  ];
  const link =
    site === undefined ? [] : ['', `${site.replace(/\/$/, '')}/admin/contact-requests/${request.id}/view`];
  return {
    replyTo: request.email,
    subject: `New message from ${name}`,
    body: [...facts, '', request.message, ...link].join('\n'),
  };
}

interface Reply {
  readonly text: string;
  readonly business: { readonly name: string; readonly email: string };
  /** The day on which the person wrote. */
  readonly day: Temporal.PlainDate;
}

/** The office's reply, with the message that it answers below. */
export function requestReplyMail(request: Omit<Written, 'id'>, { text, business, day }: Reply) {
  const quoted = request.message.split(/\r?\n/).map((row) => `> ${row}`);
  const about = request.subject === '' ? `Your message to ${business.name}` : request.subject;
  return {
    to: request.email,
    ...(business.email === '' ? {} : { replyTo: business.email }),
    subject: `Re: ${about}`,
    body: [text, '', business.name, '', `On ${dayText(day)} you wrote:`, ...quoted].join('\n'),
  };
}
