import type { Tx } from '#platform/server/context.ts';
import type { JobRow } from './job-rows.ts';

/** Writes the crew in its places. Rows of who stays keep their clock; a place that changes is written anew. */
export async function saveCrew(tx: Tx, job: JobRow, crew: readonly string[]): Promise<void> {
  const before = new Map(job.crew.map((member, i) => [member.id, { ...member, place: i + 1 }]));
  const changed = crew
    .map((id, i) => ({ id, place: i + 1 }))
    .filter(({ id, place }) => before.get(id)?.place !== place);
  if (changed.length === 0) return;
  const clocks = await tx.db.selectFrom('job_crew').selectAll().where('job_id', '=', job.id).execute();
  await tx.db
    .deleteFrom('job_crew')
    .where('job_id', '=', job.id)
    .where(({ or, eb }) =>
      or([
        eb(
          'place',
          'in',
          changed.map(({ place }) => place),
        ),
        eb(
          'cleaner_id',
          'in',
          changed.map(({ id }) => id),
        ),
      ]),
    )
    .execute();
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
