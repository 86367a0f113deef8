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
  readonly cleanerID: string;
  /** Of a cleaner who was replaced. */
  readonly isFormer?: boolean;
  readonly fields: Omit<Updateable<DB['job_crew']>, 'jobID' | 'cleanerID' | 'place'>;
}

export async function saveClock(
  tx: Tx,
  jobID: string,
  { cleanerID, isFormer = false, fields }: CrewClock,
): Promise<void> {
  await tx.db
    .updateTable(isFormer ? 'job_former_crew' : 'job_crew')
    .set(fields)
    .where('jobID', '=', jobID)
    .where('cleanerID', '=', cleanerID)
    .execute();
}

export async function addCrews(
  tx: Tx,
  jobs: readonly { readonly jobID: string; readonly crew: readonly string[] }[],
): Promise<void> {
  const rows = jobs.flatMap(({ jobID, crew }) =>
    crew.map((cleanerID, i) => ({ jobID, place: i + 1, cleanerID })),
  );
  await tx.db.insertInto('job_crew').values(rows).execute();
}

/** Cleaners who were replaced on a visit, with what they had clocked; the latest first. */
export function findFormerCrew({ db }: Context, jobID: string) {
  return db
    .selectFrom('job_former_crew')
    .innerJoin('cleaner', 'cleaner.id', 'job_former_crew.cleanerID')
    .selectAll('job_former_crew')
    .select(['cleaner.firstname', 'cleaner.lastname', 'cleaner.displayName'])
    .where('jobID', '=', jobID)
    .orderBy('replacedAt', 'desc')
    .orderBy('cleanerID')
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
  const clocks = await tx.db.selectFrom('job_crew').selectAll().where('jobID', '=', job.id).execute();
  await tx.db
    .deleteFrom('job_crew')
    .where('jobID', '=', job.id)
    .where(({ or, eb }) =>
      or([
        eb('place', '=', sql<number>`any(${changed.map(({ place }) => place)}::int[])`),
        eb('cleanerID', '=', sql<string>`any(${[...gone, ...changed.map(({ id }) => id)]}::uuid[])`),
      ]),
    )
    .execute();
  if (gone.length > 0 && goesAhead(job.status)) {
    const replacedAt = tx.clock.now().toString();
    const rows = clocks
      .filter((row) => gone.includes(row.cleanerID))
      .map(({ place: _place, ...row }) => ({ ...row, replacedAt }));
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
        ...back.find((row) => row.cleanerID === id),
        ...clocks.find((row) => row.cleanerID === id),
        jobID: job.id,
        cleanerID: id,
        place,
      })),
    )
    .execute();
}

/** Cleaners of an earlier crew who come back, with their clocks. */
async function takeFormer(tx: Tx, jobID: string, ids: readonly string[]) {
  const rows = await tx.db
    .deleteFrom('job_former_crew')
    .where('jobID', '=', jobID)
    .where('cleanerID', 'in', ids)
    .returningAll()
    .execute();
  return rows.map(({ replacedAt: _replaced, ...row }) => row);
}

/** The requirements of a booked visit, from its row. Its own diary entry is ignored. */
export async function requirementsOf(ctx: Context, row: JobRow): Promise<VisitRequirements> {
  const area = await areaOfPostal(ctx, row.addressPostal);
  return {
    minutes: visitMinutes({ hours: row.hours, breakHours: row.breakHours }),
    numCleaners: row.numCleaners,
    postal: row.addressPostal,
    regionID: area?.regionID ?? null,
    gender: row.addressGenderPreference,
    language: row.addressLanguagePreference,
    hasPets: row.addressHasPets,
    jobType: row.jobType,
    excludeJobIDs: [row.id],
  };
}

interface Override {
  readonly overridden: readonly Overridden[];
  readonly reason: string;
}

/** Audits for which cleaners of a job the office overrode soft rules, and why. */
export async function auditOverride(tx: Tx, jobID: string, { overridden, reason }: Override): Promise<void> {
  if (overridden.length === 0) return;
  await audit(tx, {
    action: 'job.rules-overridden',
    subject: { kind: 'job', id: jobID },
    after: { overridden },
    reason,
  });
}
