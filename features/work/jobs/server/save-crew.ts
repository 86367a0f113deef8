import { sql, type Updateable } from 'kysely';
import type { DB } from '#database/generated.ts';
import type { Tx } from '#platform/server/context.ts';
import type { JobRow } from './job-rows.ts';

/** A crew member's own clock. */
export interface CrewClock {
  readonly cleanerId: string;
  readonly fields: Omit<Updateable<DB['job_crew']>, 'job_id' | 'cleaner_id' | 'place'>;
}

export async function saveClock(tx: Tx, jobId: string, { cleanerId, fields }: CrewClock): Promise<void> {
  await tx.db
    .updateTable('job_crew')
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

/** Saves the crew in order. Members who stay keep their clock; changed positions are replaced. */
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
  if (changed.length === 0) return;
  await tx.db
    .insertInto('job_crew')
    .values(
      changed.map(({ id, place }) => ({
        ...clocks.find((row) => row.cleaner_id === id),
        job_id: job.id,
        cleaner_id: id,
        place,
      })),
    )
    .execute();
}
