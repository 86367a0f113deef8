import { lockCleaners } from '#features/cleaners/server/index.ts';
import { areaOfPostal } from '#features/places/server/index.ts';
import { planVisit } from '#features/schedule/rules/plan-visit.ts';
import type { VisitNeed } from '#features/schedule/rules/slot-request.ts';
import { visitMinutes } from '#features/schedule/rules/visit-length.ts';
import { loadPlan, occupy } from '#features/schedule/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { holdUntil } from '../rules/holds.ts';
import type { JobRow } from './job-rows.ts';
import { endStaleHoldsOf } from './stale-holds.ts';

/**
 * Takes the same crew and time again for jobs whose hold has run out, all of them or none. The jobs' rows are
 * locked by now.
 */
export async function holdAgain(
  tx: Tx,
  rows: readonly JobRow[],
): Promise<undefined | Refusal<'hold_expired'>> {
  const now = tx.clock.now();
  const crew = [...new Set(rows.flatMap((row) => row.crew.map((member) => member.id)))];
  const cleanerIds = await lockCleaners(tx, crew);
  await endStaleHoldsOf(
    tx,
    cleanerIds,
    rows.map((row) => row.id),
  );
  for (const row of rows) {
    if (!(await isFreeAgain(tx, row, cleanerIds))) return refuse('hold_expired');
    if (isRefusal(await occupyAgain(tx, row))) return refuse('hold_expired');
  }
  await tx.db
    .updateTable('job')
    .set({ status: 'pending', hold_expires_at: holdUntil(now).toString(), updated_at: now.toString() })
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .execute();
  return undefined;
}

/** Writes a job's crew into the diaries as it stands in its row. */
export function occupyAgain(tx: Tx, row: JobRow): Promise<undefined | Refusal<'slot_taken'>> {
  return occupy(tx, {
    jobId: row.id,
    cleanerIds: row.crew.map((member) => member.id),
    startsAt: readDatabaseTime(row.starts_at),
    endsAt: readDatabaseTime(row.ends_at),
    postal: row.address_postal,
  });
}

/** What a booked visit needs, from its row. */
export async function needOf(ctx: Context, row: JobRow): Promise<VisitNeed> {
  const area = await areaOfPostal(ctx, row.address_postal);
  return {
    minutes: visitMinutes({ hours: row.hours, breakHours: row.break_hours }),
    numCleaners: row.num_cleaners,
    postal: row.address_postal,
    regionId: area?.regionID ?? null,
    gender: row.address_gender_preference,
    language: row.address_language_preference,
    jobType: row.job_type,
    excludeJobId: row.id,
  };
}

/** Whether the whole crew of a job is free at its time, and that time is still ahead. */
export async function isFreeAgain(tx: Tx, row: JobRow, cleanerIds: readonly string[]): Promise<boolean> {
  const start = readDatabaseTime(row.starts_at);
  if (Temporal.Instant.compare(start, tx.clock.now()) <= 0) return false;
  const plan = await loadPlan(tx, {
    need: await needOf(tx, row),
    customerId: row.customer_id,
    home: null,
    named: row.crew.map((member) => member.id),
    from: start,
    until: start,
    cleanerIds,
  });
  return planVisit(plan, start) !== null;
}
