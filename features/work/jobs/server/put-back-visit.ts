import { returnTime } from '#features/work/schedule/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { goesAhead } from '../rules/status.ts';
import { changeLockedJob } from './change-job.ts';
import { isBeingPaid } from './holds.ts';
import { findJobs } from './job-rows.ts';
import { hasOpenCharge } from './price-change-record.ts';
import { requirementsOf } from './visit-requirements.ts';

/** A visit as it was. */
export interface EarlierVisit {
  readonly crew: readonly string[];
  /** As in the database; without it, the time has not changed. */
  readonly startsAt?: string;
}

/**
 * Undoes a change of crew or time: the visit gets what it had, even over time off, a closed day or hours that nobody could
 * book now. The job is locked, and the caller has checked that nothing else has changed it since. Violated constraints
 * (`slotConstraints`) mean that the time was taken by another visit.
 */
export async function putBackVisit(
  tx: Tx,
  jobId: string,
  { crew, startsAt }: EarlierVisit,
): Promise<Refusal<'not_found' | 'not_changeable' | 'payment_in_progress' | 'slot_taken'> | null> {
  const [job] = await findJobs(tx, [jobId]);
  if (job === undefined) return refuse('not_found');
  if (!goesAhead(job.status) || job.trashed_at !== null) return refuse('not_changeable');
  if (isBeingPaid(job) || (await hasOpenCharge(tx, jobId))) return refuse('payment_in_progress');
  const start = readDatabaseTime(startsAt ?? job.starts_at);
  const heldUntil = job.hold_expires_at === null ? null : readDatabaseTime(job.hold_expires_at);
  const need = await requirementsOf(tx, job);
  const returned = await returnTime(tx, { jobId, customerId: job.customer_id, start, need, crew, heldUntil });
  if (isRefusal(returned)) return returned;
  const moves = !readDatabaseTime(job.starts_at).equals(start);
  const end = start.add({ minutes: need.minutes });
  const fields = moves ? { starts_at: start.toString(), ends_at: end.toString() } : {};
  await changeLockedJob(tx, job, { fields, crew });
  return null;
}
