import type { z } from 'zod';
import { readContact } from '#features/catalogue/settings/server/index.ts';
import { mailOffice } from '#features/people/accounts/server/index.ts';
import { cleanerCards, cleanerMobiles, lockCleaners } from '#features/people/cleaners/server/index.ts';
import { countVisitsOfCleaners } from '#features/work/jobs/server/index.ts';
import { addTimeOff, removeTimeOff } from '#features/work/schedule/server/index.ts';
import { dayOf, readDatabaseTime, readDay, wireTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { originOf } from '#platform/server/origin.ts';
import type { Absence, reportAbsence as call, OwnAbsence } from '../contract/absences.ts';
import {
  type AbsencePeriod,
  type AbsenceReason,
  absenceUntil,
  compareAbsence,
  REASON_NAMES,
} from '../rules/absence.ts';
import { absenceMail, absenceWithdrawnMail } from '../texts/absence-mails.ts';

/** Cleaners who cannot come, and when. */
export interface Absentees {
  /** Null: nobody can come. */
  readonly cleanerIDs: readonly string[] | null;
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
  /** They do not come back. */
  readonly leaves: boolean;
}

interface AbsenceRow {
  readonly id: string;
  readonly cleanerID: string;
  readonly timeOffID: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly reason: AbsenceReason;
  readonly createdAt: string;
  readonly withdrawnAt: string | null;
  readonly coverID: string | null;
}

/** Those that have neither ended nor been taken back; it also counts as taken back when the office removes the time off. */
function currentAbsences({ db, clock }: Context) {
  return db
    .selectFrom('absence')
    .innerJoin('time_off', 'time_off.id', 'absence.timeOffID')
    .selectAll('absence')
    .$narrowType<{ reason: AbsenceReason }>()
    .where('absence.withdrawnAt', 'is', null)
    .where('absence.endsAt', '>', clock.now().toString())
    .where('time_off.removedAt', 'is', null);
}

/** The latest one of a cleaner; null if they can come. */
async function findCurrentAbsence(ctx: Context, cleanerID: string): Promise<AbsenceRow | null> {
  const row = await currentAbsences(ctx)
    .where('absence.cleanerID', '=', cleanerID)
    .orderBy('absence.endsAt', 'desc')
    .orderBy('absence.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Those about which the office has done nothing yet, the latest report last. */
export async function findOpenAbsences(ctx: Context, cleanerIDs?: readonly string[]): Promise<AbsenceRow[]> {
  const open = currentAbsences(ctx)
    .where('absence.coverID', 'is', null)
    .orderBy('absence.createdAt')
    .orderBy('absence.id');
  if (cleanerIDs === undefined) return open.execute();
  return cleanerIDs.length === 0 ? [] : open.where('absence.cleanerID', 'in', [...cleanerIDs]).execute();
}

export function toAbsence(ctx: Context, row: AbsenceRow): Absence {
  return {
    id: row.id,
    reason: row.reason,
    startTime: wireTime(row.startsAt),
    until: String(lastDayOf(ctx, row)),
    createdAt: wireTime(row.createdAt),
    isCovered: row.coverID !== null,
  };
}

/** It ends at the midnight after its last day. */
function lastDayOf({ config }: Context, { endsAt }: Pick<AbsenceRow, 'endsAt'>): Temporal.PlainDate {
  return dayOf(readDatabaseTime(endsAt).subtract({ seconds: 1 }), config.BUSINESS_TZ);
}

/** What the cleaner sees. */
export async function showOwnAbsence(ctx: Context, cleanerID: string): Promise<OwnAbsence> {
  const { phone } = await readContact(ctx);
  const row = await findCurrentAbsence(ctx, cleanerID);
  return { officePhone: phone, absence: row && toAbsence(ctx, row) };
}

/** Notes that the office has acted on the open reports of these cleaners in a period. The cleaners are locked. */
export async function closeAbsences(
  tx: Tx,
  coverID: string,
  { cleanerIDs, from, until }: Absentees,
): Promise<void> {
  if (cleanerIDs === null) return;
  await tx.db
    .updateTable('absence')
    .set({ coverID })
    .where('cleanerID', 'in', [...cleanerIDs])
    .where('withdrawnAt', 'is', null)
    .where('coverID', 'is', null)
    .where('startsAt', '<', until.toString())
    .where('endsAt', '>', from.toString())
    .execute();
}

export async function isWithdrawn({ db }: Context, id: string): Promise<boolean> {
  const row = await db.selectFrom('absence').select('withdrawnAt').where('id', '=', id).executeTakeFirst();
  return row === undefined || row.withdrawnAt !== null;
}

/** The office has undone what it did. */
export async function reopenAbsences(tx: Tx, coverID: string): Promise<void> {
  await tx.db.updateTable('absence').set({ coverID: null }).where('coverID', '=', coverID).execute();
}

/** A cleaner's report about which the office has done nothing yet. */
interface Report {
  readonly absence: Absence;
  readonly cleaner: { readonly id: string; readonly fullname: string; readonly mobile: string };
  readonly visits: number;
  /** Of the first of them, as on the wire; null if there are none. */
  readonly firstStart: string | null;
}

/** The oldest reports first, and how many there are. */
export async function findReports(
  ctx: Context,
  most: number,
): Promise<{ readonly count: number; readonly reports: readonly Report[] }> {
  const open = await findOpenAbsences(ctx);
  const shown = open.slice(0, most);
  const ids = [...new Set(shown.map((row) => row.cleanerID))];
  const cards = new Map((await cleanerCards(ctx, ids)).map((card) => [card.id, card]));
  const mobiles = new Map((await cleanerMobiles(ctx, ids)).map(({ id, mobile }) => [id, mobile]));
  const reports: Report[] = [];
  for (const row of shown) {
    const id = row.cleanerID;
    const period = { from: ctx.clock.now(), until: readDatabaseTime(row.endsAt) };
    const visits = await countVisitsOfCleaners(ctx, { cleanerIDs: [id] }, period);
    const cleaner = { id, fullname: cards.get(id)?.fullname ?? '', mobile: mobiles.get(id) ?? '' };
    const firstStart = visits && wireTime(visits.firstStart);
    reports.push({ absence: toAbsence(ctx, row), cleaner, visits: visits?.count ?? 0, firstStart });
  }
  return { count: open.length, reports };
}

type Body = z.output<typeof call.body>;
type Self = ContextOf<'cleaner'>;

/**
 * Sets the time off at once, so that nobody books the cleaner, and tells the office. The visits stay until the office
 * covers them. Repeating a report changes nothing.
 */
export function reportAbsence(
  ctx: Self,
  { until, reason }: Body,
): Promise<OwnAbsence | Refusal<'invalid' | 'already_absent' | 'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const { id: cleanerID } = tx.actor;
    await lockCleaners(tx, [cleanerID]);
    const lastDay = until === undefined ? null : readDay(until);
    const period = absenceUntil(lastDay, { now: tx.clock.now(), zone: tx.config.BUSINESS_TZ });
    if (typeof period === 'string') return refuseField('until', period);
    const current = await findCurrentAbsence(tx, cleanerID);
    const known = current && { end: readDatabaseTime(current.endsAt), isCovered: current.coverID !== null };
    const meaning = compareAbsence(known, period.end);
    if (meaning === 'conflict') return refuse('already_absent');
    if (meaning === 'new') {
      const saved = await save(tx, period, reason);
      if (isRefusal(saved)) return saved;
    }
    return saveIdempotentReply(tx, await showOwnAbsence(tx, cleanerID));
  });
}

async function save(
  tx: Tx<Self['actor']>,
  { start, end }: AbsencePeriod,
  reason: Body['reason'],
): Promise<Refusal<'invalid' | 'not_found'> | null> {
  const { id: cleanerID } = tx.actor;
  const [card] = await cleanerCards(tx, [cleanerID]);
  if (card === undefined) return refuse('not_found');
  const timeOff = await addTimeOff(tx, cleanerID, {
    start,
    end,
    description: REASON_NAMES[reason],
    acknowledge: true,
  });
  if (isRefusal(timeOff)) return timeOff as Refusal<'invalid' | 'not_found'>;
  const id = tx.newID();
  await tx.db
    .insertInto('absence')
    .values({
      id,
      cleanerID,
      timeOffID: timeOff.id,
      startsAt: start.toString(),
      endsAt: end.toString(),
      reason,
      createdAt: start.toString(),
    })
    .execute();
  const subject = { kind: 'cleaner', id: cleanerID };
  await audit(tx, { action: 'cleaner.cannot-come', subject, after: { until: end.toString(), reason } });
  const visits = await countVisitsOfCleaners(tx, { cleanerIDs: [cleanerID] }, { from: start, until: end });
  const lastDay = lastDayOf(tx, { endsAt: end.toString() });
  const report = { cleaner: card, reason, start, lastDay, visits: visits?.count ?? 0 };
  const context = { site: originOf(tx.config), zone: tx.config.BUSINESS_TZ };
  await mailOffice(tx, absenceMail(report, context));
  return null;
}

/** Removes the time off and tells the office, unless the office has acted. Without an absence, changes nothing. */
export function withdrawAbsence(ctx: Self): Promise<OwnAbsence | Refusal<'absence_covered' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const { id: cleanerID } = tx.actor;
    await lockCleaners(tx, [cleanerID]);
    const current = await findCurrentAbsence(tx, cleanerID);
    if (current !== null && current.coverID !== null) return refuse('absence_covered');
    if (current !== null) {
      await removeTimeOff(tx, cleanerID, current.timeOffID);
      const withdrawnAt = tx.clock.now().toString();
      await tx.db.updateTable('absence').set({ withdrawnAt }).where('id', '=', current.id).execute();
      await audit(tx, { action: 'cleaner.can-come', subject: { kind: 'cleaner', id: cleanerID } });
      const [cleaner] = await cleanerCards(tx, [cleanerID]);
      if (cleaner !== undefined) await mailOffice(tx, absenceWithdrawnMail({ cleaner }));
    }
    return saveIdempotentReply(tx, await showOwnAbsence(tx, cleanerID));
  });
}
