import { dayText, timeText, type VisitTime } from '#features/messages/rules/visit-time.ts';
import { type Cents, dollars, type Hours } from '#platform/kernel/money.ts';
import { hoursText } from '#platform/kernel/text.ts';

interface MailText {
  readonly subject: string;
  /** Plain text. */
  readonly body: string;
}

type Times = readonly [VisitTime, ...VisitTime[]];

/** What calling several visits off came to, all together. */
export interface CancelledVisits {
  readonly firstname: string;
  readonly visits: Times;
  /** The company called them off. */
  readonly byCompany: boolean;
  /** Cents that were kept, and given back to the card. */
  readonly fee: Cents;
  readonly refund: Cents;
  /** Hours that came back, and those that did not. */
  readonly creditsReturned: Hours;
  readonly creditsForfeited: Hours;
}

/** The one mail about several visits of a series that do not take place. */
export function cancelledSeriesMail({ firstname, visits, byCompany, ...sums }: CancelledVisits): MailText {
  const count = cleans(visits.length);
  const lines = [
    `Hello ${firstname},`,
    '',
    byCompany
      ? `We are sorry: we have had to cancel ${count} of your series.`
      : `${count} of your series ${visits.length === 1 ? 'is' : 'are'} cancelled.`,
    '',
    ...visits.map((visit) => timeText(visit)),
    '',
    ...backLines(sums),
  ];
  return { subject: `Cancelled: ${count} from ${dayText(visits[0])}`, body: lines.join('\n').trimEnd() };
}

function backLines(sums: Omit<CancelledVisits, 'firstname' | 'visits' | 'byCompany'>): string[] {
  const { fee, refund, creditsReturned, creditsForfeited } = sums;
  return [
    refund > 0 && `S$${dollars(refund)} goes back to your card. Banks take 5 to 10 working days.`,
    creditsReturned > 0 && `Back in your account: ${hoursText(creditsReturned)} of credit.`,
    fee > 0 && `We keep S$${dollars(fee)} for what was cancelled late.`,
    creditsForfeited > 0 && `We keep ${hoursText(creditsForfeited)} of credit for what was cancelled late.`,
  ].filter((line) => line !== false);
}

/** A visit of a series that has another time. */
export interface MovedVisit extends VisitTime {
  /** First names. */
  readonly crew: readonly string[];
}

/** The one mail about several visits of a series that have other times. */
export function movedSeriesMail(firstname: string, visits: readonly [MovedVisit, ...MovedVisit[]]): MailText {
  const count = cleans(visits.length);
  const names = new Intl.ListFormat('en-SG');
  const lines = [
    `Hello ${firstname},`,
    '',
    `${count} of your series ${visits.length === 1 ? 'has' : 'have'} moved. The new times are:`,
    '',
    ...visits.map(
      (visit) => `${timeText(visit)}${visit.crew.length > 0 ? `, with ${names.format(visit.crew)}` : ''}`,
    ),
  ];
  return { subject: `Moved: ${count} from ${dayText(visits[0])}`, body: lines.join('\n') };
}

/** What happened to several visits, as one of their cleaners hears it. */
export type CrewSeriesNews = 'new' | 'moved' | 'released';

/** A text message to a cleaner about several visits of theirs: one part of at most 160 plain letters. */
export function crewSeriesText(news: CrewSeriesNews, visits: Times, postal: string): string {
  const count = visits.length;
  const many = `${count} ${count === 1 ? 'visit' : 'visits'}`;
  const from = `from ${dayText(visits[0])} on, Singapore ${postal}.`;
  return {
    new: `${count === 1 ? 'New visit' : `${count} new visits`} ${from} See Kemas for details.`,
    moved: `${many} of yours ${count === 1 ? 'has' : 'have'} moved. New times ${from} See Kemas for details.`,
    released: `You're no longer on ${many} ${from} No need to come.`,
  }[news];
}

function cleans(count: number): string {
  return count === 1 ? '1 clean' : `${count} cleans`;
}
