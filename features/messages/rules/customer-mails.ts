import { type Cents, dollars, type Hours } from '#platform/kernel/money.ts';
import { hoursText } from '#platform/kernel/text.ts';
import { dayText, timeText, type VisitTime } from './visit-time.ts';

export interface MailText {
  readonly subject: string;
  /** Plain text. */
  readonly body: string;
}

export interface VisitText extends VisitTime {
  /** What was booked: "One-time clean". */
  readonly label: string;
  /** First names; empty while nobody is chosen. */
  readonly crew: readonly string[];
}

export interface Booking {
  /** Whom the mail greets. */
  readonly firstname: string;
  readonly visits: readonly [VisitText, ...VisitText[]];
  /** One line, as on an envelope. */
  readonly address: string;
  readonly paid: Cents;
  /** Moving and cancelling are free up to this many hours before a visit. */
  readonly freeHours: number;
  /** What is kept after that, whole percent. */
  readonly lateFeePercent: number;
}

/** The confirmation of what was booked and paid; a series gets one with all its dates. */
export function bookedMail({ firstname, visits, address, paid, ...terms }: Booking): MailText {
  const [first] = visits;
  const isOne = visits.length === 1;
  const body = [
    `Hello ${firstname},`,
    '',
    isOne ? 'Your clean is booked.' : `Your ${visits.length} cleans are booked.`,
    '',
    ...visits.map((visit) => `${timeText(visit)}: ${visit.label}${withCrew(visit)}`),
    `At ${address}`,
    paid > 0 ? `Paid: S$${dollars(paid)}` : 'Nothing to pay.',
    '',
    termsText(terms, isOne),
    '',
    isOne ? 'See you then.' : `See you on ${dayText(first)}.`,
  ];
  return {
    subject: isOne ? `Booked: ${timeText(first)}` : `Booked: ${visits.length} cleans from ${dayText(first)}`,
    body: body.join('\n'),
  };
}

/** The visit has another time. */
export function movedMail({ firstname, visit }: { firstname: string; visit: VisitText }): MailText {
  const time = timeText(visit);
  return {
    subject: `Moved: ${time}`,
    body: `Hello ${firstname},\n\nYour clean has moved. The new time is ${time}${withCrew(visit)}.`,
  };
}

/** What cancelling a visit came to. */
export interface CancelledVisitText {
  readonly firstname: string;
  readonly visit: VisitText;
  /** The company called it off. */
  readonly byCompany: boolean;
  /** Cents that were kept, and given back to the card. */
  readonly fee: Cents;
  readonly refund: Cents;
  /** Hours that came back, and those that did not. */
  readonly creditsReturned: Hours;
  readonly creditsForfeited: Hours;
}

/** The visit does not take place, and what the customer gets back. */
export function cancelledMail({ firstname, visit, byCompany, ...sums }: CancelledVisitText): MailText {
  const time = timeText(visit);
  const what = byCompany
    ? `We are sorry: we have had to cancel your clean on ${time}.`
    : `Your clean on ${time} is cancelled.`;
  const lines = [`Hello ${firstname},`, '', what, '', ...backLines(sums)];
  return { subject: `Cancelled: ${time}`, body: lines.join('\n').trimEnd() };
}

function backLines(sums: Omit<CancelledVisitText, 'firstname' | 'visit' | 'byCompany'>): string[] {
  const { fee, refund, creditsReturned, creditsForfeited } = sums;
  return [
    refund > 0 && `S$${dollars(refund)} goes back to your card. Banks take 5 to 10 working days.`,
    creditsReturned > 0 &&
      `${hoursText(creditsReturned)} of credit ${isOne(creditsReturned) ? 'is' : 'are'} back in your account.`,
    fee > 0 && `We keep S$${dollars(fee)}, because it was cancelled late.`,
    creditsForfeited > 0 &&
      `${hoursText(creditsForfeited)} of credit ${isOne(creditsForfeited) ? 'is' : 'are'} kept, because it was cancelled late.`,
  ].filter((line) => line !== false);
}

function isOne(hours: Hours): boolean {
  return hours === 1;
}

function withCrew({ crew }: VisitText): string {
  return crew.length === 0 ? '' : `, with ${new Intl.ListFormat('en-SG').format(crew)}`;
}

function termsText(
  { freeHours, lateFeePercent }: Pick<Booking, 'freeHours' | 'lateFeePercent'>,
  isOne: boolean,
): string {
  const before = isOne ? 'before the visit' : 'before each visit';
  if (lateFeePercent === 0) return `You can cancel free of charge at any time ${before}.`;
  const shares: Readonly<Record<number, string>> = { 50: 'half the price', 100: 'the whole price' };
  const share = shares[lateFeePercent] ?? `${lateFeePercent}% of the price`;
  if (freeHours === 0)
    return `You can move or cancel free of charge until ${isOne ? 'the visit' : 'each visit'} starts.`;
  const until = `up to ${freeHours} ${freeHours === 1 ? 'hour' : 'hours'} ${before}`;
  return `You can move or cancel free of charge ${until}. If you cancel later than that, we keep ${share}.`;
}
