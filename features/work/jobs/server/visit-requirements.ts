import { areaOfPostal } from '#features/catalogue/places/server/index.ts';
import { visitMinutes } from '#features/work/schedule/rules/visit-length.ts';
import type { VisitRequirements } from '#features/work/schedule/rules/visit-need.ts';
import type { Context } from '#platform/server/context.ts';
import type { JobRow } from './job-rows.ts';

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
