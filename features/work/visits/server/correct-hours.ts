import type { z } from 'zod';
import { changeJob, findJobs, type JobRow } from '#features/work/jobs/server/index.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { noChange } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { correctHours as call, VisitRecord } from '../contract/visit-day.ts';
import { clockVersion, type StatedHours, whyHoursAreWrong } from '../rules/clocking.ts';
import { type CrewClock, lockCrewClock, visitOf } from './crew-clock.ts';
import { doneKey } from './notify-customer.ts';
import { resolveRefused } from './refused-actions.ts';
import { readSentTime } from './sent-time.ts';
import { readVisitRecord } from './visit-record.ts';

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** By feature: what decides whether the hours of a visit that starts at this time can still be corrected. */
    readonly payMonths?: Readonly<Record<string, PayMonths>>;
  }
}

interface PayMonths {
  /** Makes an approval of the month wait until the transaction ends, and waits for one. */
  lock(tx: Tx, start: Temporal.Instant): Promise<void>;
  /** Null if they can be corrected; the month is locked as by `lock`. */
  whyHoursAreFixed(tx: Tx, start: Temporal.Instant): Promise<Refusal<'month_approved'> | null>;
}

type NotCorrected = Refusal<
  'not_found' | 'invalid' | 'not_paid' | 'not_changeable' | 'month_approved' | 'hours_changed' | 'unavailable'
>;

/**
 * The office sets both times of a crew member, also of a cancelled visit, and of a cleaner who was replaced. A
 * correction counts over what phones send, before and after it.
 */
export function correctHours(
  ctx: Context,
  jobID: string,
  { cleanerID, startedAt, finishedAt, reason, version }: z.output<typeof call.body>,
): Promise<VisitRecord | NotCorrected> {
  return inTransaction(ctx, async (tx) => {
    await lockPayMonth(tx, jobID);
    const own = await lockCrewClock(tx, jobID, cleanerID);
    if (isRefusal(own)) return own;
    const visit = visitOf(tx, own);
    if (visit.status === 'pending') return refuse('not_paid');
    if (visit.status === 'expired') return refuse('not_changeable');
    const stated: StatedHours = {
      start: readSentTime(tx, startedAt ?? undefined),
      finish: readSentTime(tx, finishedAt ?? undefined),
    };
    const wrong = whyHoursAreWrong(stated, { dayStart: visit.dayStart, now: tx.clock.now() });
    if (wrong !== null) return refuse('invalid', { errors: [wrong] });
    const fixed = await whyHoursAreFixed(tx, own.job);
    if (fixed !== null) return fixed;
    if (isSame(own, stated)) {
      noChange(tx);
      await resolveRefusedClock(tx, own);
    } else if (version !== undefined && version !== clockVersion(own)) {
      return hoursChanged(tx, own);
    } else await saveHours(tx, own, { stated, reason });
    const reply = await readVisitRecord(tx, jobID);
    return isRefusal(reply) ? reply : saveIdempotentReply(tx, reply);
  });
}

/** With what the clock says now, and who has set it. */
async function hoursChanged(tx: Tx, { job, cleanerID }: CrewClock): Promise<Refusal<'hours_changed'>> {
  const record = await readVisitRecord(tx, job.id);
  const current = isRefusal(record) ? undefined : record.crew.find(({ id }) => id === cleanerID);
  return refuse('hours_changed', { extensions: { current } });
}

function isSame({ startedAt, finishedAt }: CrewClock, { start, finish }: StatedHours): boolean {
  const equal = (one: Temporal.Instant | null, other: Temporal.Instant | null) =>
    one === null || other === null ? one === other : one.equals(other);
  return equal(startedAt, start) && equal(finishedAt, finish);
}

interface Correction {
  readonly stated: StatedHours;
  readonly reason: string;
}

/**
 * Sets both times, which also resolves what the cleaner's phone could not save of them. The position of a phone belongs to
 * the time at which it was there, so it goes with that time.
 */
export async function saveHours(tx: Tx, own: CrewClock, { stated, reason }: Correction): Promise<void> {
  const { job, cleanerID, isFormer, startedAt, finishedAt } = own;
  const { start, finish } = stated;
  const now = tx.clock.now().toString();
  const isKept = (one: Temporal.Instant | null, other: Temporal.Instant | null) =>
    one !== null && other !== null && one.equals(other);
  const fields = {
    ...(!isKept(startedAt, start) && {
      startedAt: start?.toString() ?? null,
      startReceivedAt: start === null ? null : now,
      startLatitude: null,
      startLongitude: null,
      startAccuracy: null,
    }),
    ...(!isKept(finishedAt, finish) && {
      finishedAt: finish?.toString() ?? null,
      finishReceivedAt: finish === null ? null : now,
      finishLatitude: null,
      finishLongitude: null,
      finishAccuracy: null,
    }),
    ...correctedNow(tx, reason),
  };
  await changeJob(tx, job.id, {
    clock: { cleanerID, isFormer, fields },
    action: 'job.hours-corrected',
    reason,
    ...(isFormer && {
      audited: clocksForAudit(cleanerID, { start: startedAt, finish: finishedAt }, stated),
    }),
  });
  await resolveRefusedClock(tx, own);
  if (finish === null) await tx.outbox.withdraw(tx, [doneKey(job.id)]);
}

function resolveRefusedClock(tx: Tx, { job, cleanerID }: CrewClock): Promise<number> {
  return resolveRefused(tx, job.id, cleanerID, ['start', 'finish']);
}

/** The columns that say who set the times, and why. */
export function correctedNow(tx: Tx, reason: string) {
  return { correctedAt: tx.clock.now().toString(), correctedBy: idOf(tx.actor), correctionReason: reason };
}

/** The clock of a cleaner who was replaced, as the audit entry of a job shows those of its crew. */
export function clocksForAudit(cleanerID: string, before: StatedHours, after: StatedHours) {
  const clocks = ({ start, finish }: StatedHours) => ({
    clocks: {
      [cleanerID]: { startedAt: start?.toString() ?? null, finishedAt: finish?.toString() ?? null },
    },
  });
  return { before: clocks(before), after: clocks(after) };
}

/**
 * Makes an approval of the visit's month wait until this transaction ends, and waits for one. Called before the visit is
 * locked: an approval locks the month first, and then the visits that it pays.
 */
export async function lockPayMonth(tx: Tx, jobID: string): Promise<void> {
  const [job] = await findJobs(tx, [jobID]);
  if (job === undefined) return;
  for (const months of Object.values(tx.composed.payMonths ?? {}))
    await months.lock(tx, readDatabaseTime(job.startsAt));
}

/** Why the hours of a visit can no longer be corrected: its month's pay is approved. */
export async function whyHoursAreFixed(
  tx: Tx,
  job: Pick<JobRow, 'startsAt'>,
): Promise<Refusal<'month_approved'> | null> {
  for (const months of Object.values(tx.composed.payMonths ?? {})) {
    const refusal = await months.whyHoursAreFixed(tx, readDatabaseTime(job.startsAt));
    if (refusal !== null) return refusal;
  }
  return null;
}
