import { cleanerMobiles } from '#features/cleaners/server/index.ts';
import { crewText } from '#features/messages/rules/crew-texts.ts';
import { bookedMail, movedMail, type VisitText } from '#features/messages/rules/customer-mails.ts';
import type { VisitTime } from '#features/messages/rules/visit-time.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { systemClock } from '#platform/server/clock.ts';
import type { Tx } from '#platform/server/context.ts';
import { type Delay, sendMail, sendSms } from '#platform/server/messages.ts';
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
export async function confirmToCustomer(tx: Tx, rows: readonly JobRow[]): Promise<void> {
  const [first, ...others] = rows;
  if (first === undefined) return;
  const text = bookedMail({
    firstname: first.customer_firstname,
    visits: [visitText(tx, first), ...others.map((row) => visitText(tx, row))],
    address: addressLine(first),
    paid: rows.reduce((sum, row) => sum + row.amount_to_pay, 0),
    freeHours: first.policy.freeHours,
    lateFeePercent: first.policy.lateFeePercent,
  });
  await sendMail(tx, { to: first.customer_email, ...text });
}

/**
 * Messages about a change by the office wait this long, so that an undo takes them back before anybody reads them.
 * Longer than the screen offers Undo: some seconds, and as long as somebody points at it.
 */
const UNDO_WINDOW = Temporal.Duration.from({ minutes: 1 });

/** Mails the customer when a visit that takes place has another time than they know of. */
export async function notifyCustomerOfMove(tx: Tx, before: JobRow, after: JobRow): Promise<void> {
  const key = `visit-moved:${after.id}`;
  const known = await takeBack<KnownVisit>(tx, key, visitOf(before));
  if (isSameVisit(known, visitOf(after))) return;
  if (!takesPlace(after)) return rememberKnown(tx, key, { known, until: after.ends_at });
  const text = movedMail({ firstname: after.customer_firstname, visit: visitText(tx, after) });
  await sendMail(tx, { to: after.customer_email, ...text }, delayFor(tx, key, known));
}

/** Texts the cleaners whose visits are other than they know: theirs now, off, or at another time. */
export async function notifyCrew(tx: Tx, before: JobRow, after: JobRow): Promise<void> {
  const ids = [...before.crew, ...after.crew].map((member) => member.id);
  for (const { id, mobile } of await cleanerMobiles(tx, [...new Set(ids)])) {
    const key = `visit-news:${after.id}:${id}`;
    const known = await takeBack(tx, key, visitFor(before, id));
    const news = newsFor(known, visitFor(after, id));
    if (news === null) continue;
    const visit = { ...timeOf(tx, news.visit), postal: news.visit.postal };
    await sendSms(tx, { to: mobile, body: crewText(news.news, visit) }, delayFor(tx, key, known));
  }
}

/** What somebody knew before news that they have not heard yet; the news is taken back. Else what they know. */
async function takeBack<K>(tx: Tx, key: string, known: K): Promise<K> {
  const unsent = (await tx.outbox.withdraw(tx, key)) as { readonly note: K } | null;
  return unsent === null ? known : unsent.note;
}

/**
 * Keeps what the customer knows of a visit that has gone into the trash before they heard of its move: once it is
 * restored, the move is news to them.
 */
async function rememberKnown(
  tx: Tx,
  key: string,
  { known, until }: { readonly known: KnownVisit; readonly until: string },
): Promise<void> {
  const notBefore = systemClock.now().add(tx.clock.now().until(readDatabaseTime(until)));
  await tx.outbox.announce(tx, 'forget-known-visit', { note: known }, { key, notBefore });
}

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
