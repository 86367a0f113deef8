import { sql } from 'kysely';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import type { TimeRange } from '#features/work/jobs/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';

export interface FoundTimeOff {
  readonly cleanerID: string;
  readonly kind: 'time-off' | 'block';
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  readonly description: string;
  readonly onlyJobType: JobType | null;
}

/** Time off and blocks that reach into this time, as entered, by start. */
export async function findTimeOff({ db }: Context, { from, until }: TimeRange): Promise<FoundTimeOff[]> {
  const rows = await db
    .selectFrom('time_off')
    .select(['cleaner_id', 'starts_at', 'ends_at', 'description'])
    .select([
      sql<'time-off' | 'block'>`kind`.as('kind'),
      sql<JobType | null>`only_job_type`.as('onlyJobType'),
    ])
    .where('removed_at', 'is', null)
    .where(sql<boolean>`tstzrange(starts_at, ends_at) && tstzrange(${from.toString()}, ${until.toString()})`)
    .orderBy('starts_at')
    .execute();
  return rows.map((row) => ({
    cleanerID: row.cleaner_id,
    kind: row.kind,
    start: readDatabaseTime(row.starts_at),
    end: readDatabaseTime(row.ends_at),
    description: row.description,
    onlyJobType: row.onlyJobType,
  }));
}
