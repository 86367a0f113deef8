import { cleanerMobiles } from '#features/cleaners/server/index.ts';
import { crewText } from '#features/messages/rules/crew-texts.ts';
import { bookedMail, movedMail, type VisitText } from '#features/messages/rules/customer-mails.ts';
import type { VisitTime } from '#features/messages/rules/visit-time.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import type { Tx } from '#platform/server/context.ts';
import { type Delay, sendMail, sendSms } from '#platform/server/messages.ts';
import { isSameVisit, type KnownVisit, newsFor } from '../rules/crew-news.ts';
import { changeOutsideTerms } from '../rules/policy.ts';
import { addressLine, type JobRow } from './job-rows.ts';

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
 * Word of what the office changes waits so long, and is taken back with the change: who is told of nothing that was undone
 * trusts what they are told. Longer than the office's Undo stands, which lasts while somebody points at it.
 */
const UNDO_WINDOW = Temporal.Duration.from({ minutes: 1 });

/** The visit has another time than its customer knows of. */
export async function notifyCustomerOfMove(tx: Tx, before: JobRow, after: JobRow): Promise<void> {
  const key = `visit-moved:${after.id}`;
  const known = await takeBack<KnownVisit>(tx, key, visitOf(before));
  if (isSameVisit(known, visitOf(after))) return;
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
