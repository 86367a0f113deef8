import { dayOf } from '#platform/kernel/business-time.ts';
import { type Cents, dollars, type Hours } from '#platform/kernel/money.ts';
import { dayText, hoursText } from '#platform/kernel/text.ts';

export interface MailText {
  readonly subject: string;
  /** Plain text: whatever somebody wrote stands in it as it is, and is never read as markup. */
  readonly body: string;
}

/** The receipt of a package of hours. */
export function purchaseMail(of: {
  readonly firstname: string;
  readonly label: string;
  readonly hours: Hours;
  readonly paid: Cents;
  readonly until: string;
}): MailText {
  const body = [
    `Hello ${of.firstname},`,
    '',
    `Your ${hoursText(of.hours)} ${of.hours === 1 ? 'is' : 'are'} ready: ${of.label}.`,
    of.paid > 0 ? `Paid: S$${dollars(of.paid)}` : 'Nothing to pay.',
    '',
    `Use them for any clean until ${of.until}.`,
  ];
  return { subject: `${hoursText(of.hours)} added to your account`, body: body.join('\n') };
}

/** What a friend is sent. The only place where the code is ever written out. */
export function giftMail(of: {
  readonly sender: string;
  readonly hours: Hours;
  readonly message: string;
  readonly code: string;
  /** Where the code is entered; null where the address is not set up. */
  readonly link: string | null;
  readonly until: string;
}): MailText {
  const where = of.link === null ? 'Sign in or sign up with Kemas' : `Sign in or sign up at ${of.link}`;
  const body = [
    'Hello,',
    '',
    `${of.sender} has sent you ${hoursText(of.hours)} of home cleaning.`,
    ...(of.message === '' ? [] : ['', `Their message:`, ...quoted(of.message)]),
    '',
    `Code: ${of.code}`,
    '',
    `${where}, open Credits, then Receive, and enter the code by ${of.until}. It works once.`,
  ];
  return { subject: `${of.sender} sent you ${hoursText(of.hours)} of cleaning`, body: body.join('\n') };
}

/** Nobody claimed it: the hours are the sender's again. */
export function giftReturnedMail(of: {
  readonly firstname: string;
  readonly email: string;
  readonly hours: Hours;
}): MailText {
  const hours = hoursText(of.hours);
  const isOne = of.hours === 1;
  return {
    subject: `${hours} came back to you`,
    body: `Hello ${of.firstname},\n\nThe ${hours} you sent to ${of.email} ${isOne ? 'was not claimed, so it is' : 'were not claimed, so they are'} yours again.`,
  };
}

export interface ExpiringHours {
  readonly hours: Hours;
  /** The last day: `5 Dec 2026`. */
  readonly until: string;
}

/** Hours that are about to expire, soonest first. */
export function expiryMail(of: {
  readonly firstname: string;
  readonly expiring: readonly ExpiringHours[];
}): MailText {
  const total = of.expiring.reduce((sum, { hours }) => sum + hours, 0);
  const [first] = of.expiring;
  const body = [
    `Hello ${of.firstname},`,
    '',
    'Some of your hours expire soon:',
    ...of.expiring.map(({ hours, until }) => `${hoursText(hours)}: until ${until}`),
    '',
    'Book a clean before then to use them.',
  ];
  return {
    subject: `${hoursText(total)} to use by ${first?.until ?? ''}`,
    body: body.join('\n'),
  };
}

/** The last business day on which something that expires then can still be used: `5 Dec 2026`. */
export function lastDayText(expiresAt: Temporal.Instant, zone: string): string {
  return dayText(dayOf(expiresAt.subtract({ milliseconds: 1 }), zone));
}

/** Each line set off, so that no line of somebody's message can pass for one of ours, a code least of all. */
function quoted(message: string): string[] {
  return message.split(/\r?\n/).map((line) => `> ${line}`);
}
