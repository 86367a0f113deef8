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
import { absenceMail, absenceWithdrawnMail } from '../rules/absence-mails.ts';

/** Cleaners who cannot come, and when. */
export interface Absentees {
  /** Null: nobody can come. */
  readonly cleanerIds: readonly string[] | null;
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
  /** They do not come back. */
  readonly leaves: boolean;
}

interface AbsenceRow {
  readonly id: string;
  readonly cleaner_id: string;
  readonly time_off_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly reason: AbsenceReason;
  readonly created_at: string;
  readonly withdrawn_at: string | null;
  readonly cover_id: string | null;
}

/** Those that have neither ended nor been taken back; it also counts as taken back when the office removes the time off. */
function currentAbsences({ db, clock }: Context) {
  return db
    .selectFrom('absence')
    .innerJoin('time_off', 'time_off.id', 'absence.time_off_id')
    .selectAll('absence')
    .$narrowType<{ reason: AbsenceReason }>()
    .where('absence.withdrawn_at', 'is', null)
    .where('absence.ends_at', '>', clock.now().toString())
    .where('time_off.removed_at', 'is', null);
}

/** The latest one of a cleaner; null if they can come. */
async function findCurrentAbsence(ctx: Context, cleanerId: string): Promise<AbsenceRow | null> {
  const row = await currentAbsences(ctx)
    .where('absence.cleaner_id', '=', cleanerId)
    .orderBy('absence.ends_at', 'desc')
    .orderBy('absence.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Those about which the office has done nothing yet, the latest report last. */
export async function findOpenAbsences(ctx: Context, cleanerIds?: readonly string[]): Promise<AbsenceRow[]> {
  const open = currentAbsences(ctx)
    .where('absence.cover_id', 'is', null)
    .orderBy('absence.created_at')
    .orderBy('absence.id');
  if (cleanerIds === undefined) return open.execute();
  return cleanerIds.length === 0 ? [] : open.where('absence.cleaner_id', 'in', [...cleanerIds]).execute();
}

export function toAbsence(ctx: Context, row: AbsenceRow): Absence {
  return {
    id: row.id,
    reason: row.reason,
    startTime: wireTime(row.starts_at),
    until: String(lastDayOf(ctx, row)),
    createdAt: wireTime(row.created_at),
    isCovered: row.cover_id !== null,
  };
}

/** It ends at the midnight after its last day. */
function lastDayOf({ config }: Context, { ends_at }: Pick<AbsenceRow, 'ends_at'>): Temporal.PlainDate {
  return dayOf(readDatabaseTime(ends_at).subtract({ seconds: 1 }), config.BUSINESS_TZ);
}

/** What the cleaner sees. */
export async function showOwnAbsence(ctx: Context, cleanerId: string): Promise<OwnAbsence> {
  const { phone } = await readContact(ctx);
  const row = await findCurrentAbsence(ctx, cleanerId);
  return { officePhone: phone, absence: row && toAbsence(ctx, row) };
}

/** Notes that the office has acted on the open reports of these cleaners in a period. The cleaners are locked. */
export async function closeAbsences(
  tx: Tx,
  coverId: string,
  { cleanerIds, from, until }: Absentees,
): Promise<void> {
  if (cleanerIds === null) return;
  await tx.db
    .updateTable('absence')
    .set({ cover_id: coverId })
    .where('cleaner_id', 'in', [...cleanerIds])
    .where('withdrawn_at', 'is', null)
    .where('cover_id', 'is', null)
    .where('starts_at', '<', until.toString())
    .where('ends_at', '>', from.toString())
    .execute();
}

export async function isWithdrawn({ db }: Context, id: string): Promise<boolean> {
  const row = await db.selectFrom('absence').select('withdrawn_at').where('id', '=', id).executeTakeFirst();
  return row === undefined || row.withdrawn_at !== null;
}

/** The office has undone what it did. */
export async function reopenAbsences(tx: Tx, coverId: string): Promise<void> {
  await tx.db.updateTable('absence').set({ cover_id: null }).where('cover_id', '=', coverId).execute();
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
  const ids = [...new Set(shown.map((row) => row.cleaner_id))];
  const cards = new Map((await cleanerCards(ctx, ids)).map((card) => [card.id, card]));
  const mobiles = new Map((await cleanerMobiles(ctx, ids)).map(({ id, mobile }) => [id, mobile]));
  const reports: Report[] = [];
  for (const row of shown) {
    const id = row.cleaner_id;
    const period = { from: ctx.clock.now(), until: readDatabaseTime(row.ends_at) };
    const visits = await countVisitsOfCleaners(ctx, { cleanerIds: [id] }, period);
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
    const { id: cleanerId } = tx.actor;
    await lockCleaners(tx, [cleanerId]);
    const lastDay = until === undefined ? null : readDay(until);
    const period = absenceUntil(lastDay, { now: tx.clock.now(), zone: tx.config.BUSINESS_TZ });
    if (typeof period === 'string') return refuseField('until', period);
    const current = await findCurrentAbsence(tx, cleanerId);
    const known = current && { end: readDatabaseTime(current.ends_at), isCovered: current.cover_id !== null };
    const meaning = compareAbsence(known, period.end);
    if (meaning === 'conflict') return refuse('already_absent');
    if (meaning === 'new') {
      const saved = await save(tx, period, reason);
      if (isRefusal(saved)) return saved;
    }
    return saveIdempotentReply(tx, await showOwnAbsence(tx, cleanerId));
  });
}

async function save(
  tx: Tx<Self['actor']>,
  { start, end }: AbsencePeriod,
  reason: Body['reason'],
): Promise<Refusal<'invalid' | 'not_found'> | null> {
  const { id: cleanerId } = tx.actor;
  const [card] = await cleanerCards(tx, [cleanerId]);
  if (card === undefined) return refuse('not_found');
  const timeOff = await addTimeOff(tx, cleanerId, {
    startTime: start.toString(),
    endTime: end.toString(),
    description: REASON_NAMES[reason],
    acknowledge: true,
  });
  if (isRefusal(timeOff)) return timeOff as Refusal<'invalid' | 'not_found'>;
  const id = tx.newId();
  await tx.db
    .insertInto('absence')
    .values({
      id,
      cleaner_id: cleanerId,
      time_off_id: timeOff.id,
      starts_at: start.toString(),
      ends_at: end.toString(),
      reason,
      created_at: start.toString(),
    })
    .execute();
  const subject = { kind: 'cleaner', id: cleanerId };
  await audit(tx, { action: 'cleaner.cannot-come', subject, after: { until: end.toString(), reason } });
  const visits = await countVisitsOfCleaners(tx, { cleanerIds: [cleanerId] }, { from: start, until: end });
  const lastDay = lastDayOf(tx, { ends_at: end.toString() });
  const report = { cleaner: card, reason, start, lastDay, visits: visits?.count ?? 0 };
  const context = { site: originOf(tx.config), zone: tx.config.BUSINESS_TZ };
  await mailOffice(tx, absenceMail(report, context));
  return null;
}

/** Removes the time off and tells the office, unless the office has acted. Without an absence, changes nothing. */
export function withdrawAbsence(ctx: Self): Promise<OwnAbsence | Refusal<'absence_covered' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const { id: cleanerId } = tx.actor;
    await lockCleaners(tx, [cleanerId]);
    const current = await findCurrentAbsence(tx, cleanerId);
    if (current !== null && current.cover_id !== null) return refuse('absence_covered');
    if (current !== null) {
      await removeTimeOff(tx, cleanerId, current.time_off_id);
      const withdrawn_at = tx.clock.now().toString();
      await tx.db.updateTable('absence').set({ withdrawn_at }).where('id', '=', current.id).execute();
      await audit(tx, { action: 'cleaner.can-come', subject: { kind: 'cleaner', id: cleanerId } });
      const [cleaner] = await cleanerCards(tx, [cleanerId]);
      if (cleaner !== undefined) await mailOffice(tx, absenceWithdrawnMail({ cleaner }));
    }
    return saveIdempotentReply(tx, await showOwnAbsence(tx, cleanerId));
  });
}
