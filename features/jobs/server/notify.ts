import { cleanerMobiles } from '#features/cleaners/server/index.ts';
import { crewText } from '#features/messages/rules/crew-texts.ts';
import {
  bookedMail,
  type CancelledVisitText,
  cancelledMail,
  movedMail,
  type VisitText,
} from '#features/messages/rules/customer-mails.ts';
import type { VisitTime } from '#features/messages/rules/visit-time.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { systemClock } from '#platform/server/clock.ts';
import type { Tx } from '#platform/server/context.ts';
import { type Delay, mailTask, smsTask } from '#platform/server/messages.ts';
import { type NewTask, newTask } from '#platform/server/outbox.ts';
import { isSameVisit, type KnownVisit, newsFor } from '../rules/crew-news.ts';
import { changeOutsideTerms } from '../rules/policy.ts';
import { addressLine, type JobRow } from './job-rows.ts';

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    /** Does nothing when its time comes; until then a restored visit finds what its customer knows. */
    'forget-known-visit': { readonly note: KnownVisit };
  }
}

/** The customer's confirmation. A series gets one mail with all its dates. */
export function confirmationMail(tx: Tx, rows: readonly JobRow[]): NewTask[] {
  const [first, ...others] = rows;
  if (first === undefined) return [];
  const text = bookedMail({
    firstname: first.customer_firstname,
    visits: [visitText(tx, first), ...others.map((row) => visitText(tx, row))],
    address: addressLine(first),
    paid: rows.reduce((sum, row) => sum + row.amount_to_pay, 0),
    freeHours: first.policy.freeHours,
    lateFeePercent: first.policy.lateFeePercent,
  });
  return [mailTask(tx, { to: first.customer_email, ...text })];
}

/** Tells the customer of a paid visit that it does not take place, and what they get back. */
export function cancellationMail(tx: Tx, row: JobRow, sums: CancellationSums): NewTask {
  const text = cancelledMail({ firstname: row.customer_firstname, visit: visitText(tx, row), ...sums });
  return mailTask(tx, { to: row.customer_email, ...text });
}

type CancellationSums = Omit<CancelledVisitText, 'firstname' | 'visit'>;

/**
 * Messages about a change by the office wait this long, so that an undo takes them back before anybody reads them.
 * Longer than the screen offers Undo: some seconds, and as long as somebody points at it.
 */
const UNDO_WINDOW = Temporal.Duration.from({ minutes: 1 });

/** The crew's texts and the customer's mail about a change. News that they have not heard yet is taken back. */
export async function newsForPeople(tx: Tx, before: JobRow, after: JobRow): Promise<NewTask[]> {
  const crew = [...new Set([...before.crew, ...after.crew].map((member) => member.id))];
  const unsent = await takeBack(tx, before, [moveKey(after), ...crew.map((id) => crewKey(after, id))]);
  const change = { before, after, unsent };
  return [...(await newsForCrew(tx, crew, change)), ...newsForCustomer(tx, change)];
}

interface Change {
  readonly before: JobRow;
  readonly after: JobRow;
  /** By key, what somebody knew before news that they have not heard. */
  readonly unsent: ReadonlyMap<string, unknown>;
}

/** A mail when a visit that takes place has another time than the customer knows of. */
function newsForCustomer(tx: Tx, { before, after, unsent }: Change): NewTask[] {
  const key = moveKey(after);
  const known = knownBefore<KnownVisit>(unsent, key, visitOf(before));
  if (isSameVisit(known, visitOf(after))) return [];
  if (!takesPlace(after)) return [rememberKnown(tx, key, { known, until: after.ends_at })];
  const text = movedMail({ firstname: after.customer_firstname, visit: visitText(tx, after) });
  return [mailTask(tx, { to: after.customer_email, ...text }, delayFor(tx, key, known))];
}

/** Texts for the cleaners whose visits are other than they know: theirs now, off, or at another time. */
async function newsForCrew(tx: Tx, crew: readonly string[], change: Change): Promise<NewTask[]> {
  const { before, after, unsent } = change;
  return (await cleanerMobiles(tx, crew)).flatMap(({ id, mobile }) => {
    const key = crewKey(after, id);
    const known = knownBefore(unsent, key, visitFor(before, id));
    const news = newsFor(known, visitFor(after, id));
    if (news === null) return [];
    const visit = { ...timeOf(tx, news.visit), postal: news.visit.postal };
    return [smsTask(tx, { to: mobile, body: crewText(news.news, visit) }, delayFor(tx, key, known))];
  });
}

/** Takes back what has not been heard. Of a visit that is paid only now nobody was ever told. */
async function takeBack(
  tx: Tx,
  before: JobRow,
  keys: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  return before.status === 'pending' ? new Map() : tx.outbox.withdraw(tx, keys);
}

/** What somebody knew before news that they have not heard yet; else what they know. */
function knownBefore<K>(unsent: ReadonlyMap<string, unknown>, key: string, known: K): K {
  const news = unsent.get(key) as { readonly note: K } | undefined;
  return news === undefined ? known : news.note;
}

/**
 * Keeps what the customer knows of a visit that has gone into the trash before they heard of its move: once it is
 * restored, the move is news to them.
 */
function rememberKnown(
  tx: Tx,
  key: string,
  { known, until }: { readonly known: KnownVisit; readonly until: string },
): NewTask {
  const notBefore = systemClock.now().add(tx.clock.now().until(readDatabaseTime(until)));
  return newTask('forget-known-visit', { note: known }, { key, notBefore });
}

const moveKey = (job: JobRow) => `visit-moved:${job.id}`;
const crewKey = (job: JobRow, cleanerId: string) => `visit-news:${job.id}:${cleanerId}`;

function delayFor(tx: Tx, key: string, known: KnownVisit | null): Delay | undefined {
  return may(tx.actor, changeOutsideTerms) ? { key, by: UNDO_WINDOW, note: known } : undefined;
}

/** Paid and not put aside: people go there. */
export function takesPlace(row: JobRow): boolean {
  return row.status === 'paid' && row.trashed_at === null;
}

function visitFor(row: JobRow, cleanerId: string): KnownVisit | null {
  const isTheirs = takesPlace(row) && row.crew.some((member) => member.id === cleanerId);
  return isTheirs ? visitOf(row) : null;
}

function visitOf(row: JobRow): KnownVisit {
  return { startsAt: row.starts_at, endsAt: row.ends_at, postal: row.address_postal };
}

function timeOf(tx: Tx, { startsAt, endsAt }: KnownVisit): VisitTime {
  const [start, end] = [readDatabaseTime(startsAt), readDatabaseTime(endsAt)];
  return { start, end, zone: tx.config.BUSINESS_TZ };
}

function visitText(tx: Tx, row: JobRow): VisitText {
  const crew = row.crew.map((member) => member.firstname);
  return { ...timeOf(tx, visitOf(row)), label: row.label, crew };
}
