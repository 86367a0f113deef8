import { sql, type Updateable } from 'kysely';
import type { DB } from '#database/generated.ts';
import { areaOfPostal } from '#features/catalogue/places/server/index.ts';
import type { Overridden } from '#features/work/schedule/rules/plan-visit.ts';
import { visitMinutes } from '#features/work/schedule/rules/visit-length.ts';
import type { VisitRequirements } from '#features/work/schedule/rules/visit-need.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { goesAhead } from '../rules/status.ts';
import type { JobRow } from './job-rows.ts';

/** A crew member's own clock. */
export interface CrewClock {
  readonly cleanerId: string;
  /** Of a cleaner who was replaced. */
  readonly isFormer?: boolean;
  readonly fields: Omit<Updateable<DB['job_crew']>, 'job_id' | 'cleaner_id' | 'place'>;
}

export async function saveClock(
  tx: Tx,
  jobId: string,
  { cleanerId, isFormer = false, fields }: CrewClock,
): Promise<void> {
  await tx.db
    .updateTable(isFormer ? 'job_former_crew' : 'job_crew')
    .set(fields)
    .where('job_id', '=', jobId)
    .where('cleaner_id', '=', cleanerId)
    .execute();
}

export async function addCrews(
  tx: Tx,
  jobs: readonly { readonly jobId: string; readonly crew: readonly string[] }[],
): Promise<void> {
  const rows = jobs.flatMap(({ jobId, crew }) =>
    crew.map((cleanerId, i) => ({ job_id: jobId, place: i + 1, cleaner_id: cleanerId })),
  );
  await tx.db.insertInto('job_crew').values(rows).execute();
}

/** Cleaners who were replaced on a visit, with what they had clocked; the latest first. */
export function findFormerCrew({ db }: Context, jobId: string) {
  return db
    .selectFrom('job_former_crew')
    .innerJoin('cleaner', 'cleaner.id', 'job_former_crew.cleaner_id')
    .selectAll('job_former_crew')
    .select(['cleaner.firstname', 'cleaner.lastname', 'cleaner.display_name'])
    .where('job_id', '=', jobId)
    .orderBy('replaced_at', 'desc')
    .orderBy('cleaner_id')
    .execute();
}

/**
 * Saves the crew in order. Members who stay keep their clock; changed positions are replaced. The clock of a cleaner
 * who is replaced is kept beside the crew, and is theirs again if they come back.
 */
export async function saveCrew(tx: Tx, job: JobRow, crew: readonly string[]): Promise<void> {
  const before = new Map(job.crew.map((member, i) => [member.id, { ...member, place: i + 1 }]));
  const changed = crew
    .map((id, i) => ({ id, place: i + 1 }))
    .filter(({ id, place }) => before.get(id)?.place !== place);
  const gone = job.crew.map((member) => member.id).filter((id) => !crew.includes(id));
  if (changed.length === 0 && gone.length === 0) return;
  const clocks = await tx.db.selectFrom('job_crew').selectAll().where('job_id', '=', job.id).execute();
  await tx.db
    .deleteFrom('job_crew')
    .where('job_id', '=', job.id)
    .where(({ or, eb }) =>
      or([
        eb('place', '=', sql<number>`any(${changed.map(({ place }) => place)}::int[])`),
        eb('cleaner_id', '=', sql<string>`any(${[...gone, ...changed.map(({ id }) => id)]}::uuid[])`),
      ]),
    )
    .execute();
  if (gone.length > 0 && goesAhead(job.status)) {
    const replaced_at = tx.clock.now().toString();
    const rows = clocks
      .filter((row) => gone.includes(row.cleaner_id))
      .map(({ place: _place, ...row }) => ({ ...row, replaced_at }));
    if (rows.length > 0) await tx.db.insertInto('job_former_crew').values(rows).execute();
  }
  if (changed.length === 0) return;
  const back = await takeFormer(
    tx,
    job.id,
    changed.map(({ id }) => id),
  );
  await tx.db
    .insertInto('job_crew')
    .values(
      changed.map(({ id, place }) => ({
        ...back.find((row) => row.cleaner_id === id),
        ...clocks.find((row) => row.cleaner_id === id),
        job_id: job.id,
        cleaner_id: id,
        place,
      })),
    )
    .execute();
}

/** Cleaners of an earlier crew who come back, with their clocks. */
async function takeFormer(tx: Tx, jobId: string, ids: readonly string[]) {
  const rows = await tx.db
    .deleteFrom('job_former_crew')
    .where('job_id', '=', jobId)
    .where('cleaner_id', 'in', ids)
    .returningAll()
    .execute();
  return rows.map(({ replaced_at: _replaced, ...row }) => row);
}

/** The requirements of a booked visit, from its row. Its own diary entry is ignored. */
export async function requirementsOf(ctx: Context, row: JobRow): Promise<VisitRequirements> {
  const area = await areaOfPostal(ctx, row.address_postal);
  return {
    minutes: visitMinutes({ hours: row.hours, breakHours: row.break_hours }),
    numCleaners: row.num_cleaners,
    postal: row.address_postal,
    regionId: area?.regionID ?? null,
    gender: row.address_gender_preference,
    language: row.address_language_preference,
    hasPets: row.address_has_pets,
    jobType: row.job_type,
    excludeJobIds: [row.id],
  };
}

interface Override {
  readonly overridden: readonly Overridden[];
  readonly reason: string;
}

/** Audits for which cleaners of a job the office overrode soft rules, and why. */
export async function auditOverride(tx: Tx, jobId: string, { overridden, reason }: Override): Promise<void> {
  if (overridden.length === 0) return;
  await audit(tx, {
    action: 'job.rules-overridden',
    subject: { kind: 'job', id: jobId },
    after: { overridden },
    reason,
  });
}
