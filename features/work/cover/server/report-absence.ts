import type { z } from 'zod';
import { mailOffice } from '#features/people/accounts/server/index.ts';
import { cleanerCards, lockCleaners } from '#features/people/cleaners/server/index.ts';
import { countVisitsOfCleaners } from '#features/work/jobs/server/index.ts';
import { addTimeOff, removeTimeOff } from '#features/work/schedule/server/index.ts';
import { readDatabaseTime, readDay } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { originOf } from '#platform/server/origin.ts';
import type { reportAbsence as call, OwnAbsence } from '../contract/absences.ts';
import { type AbsencePeriod, absenceUntil, compareAbsence, REASON_NAMES } from '../rules/absence.ts';
import { absenceMail, absenceWithdrawnMail } from '../rules/absence-mails.ts';
import { findCurrentAbsence, lastDayOf, showOwnAbsence } from './absence-record.ts';

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
