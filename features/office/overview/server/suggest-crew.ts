import type { JobRow } from '#features/work/jobs/server/index.ts';
import { suggestCleaners } from '#features/work/schedule/server/index.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';

const WISHES = ['female', 'male'] as const;

/** The best free cleaner for a visit who is not in its crew; null if nobody is free. */
export async function suggestCrew(
  ctx: Context,
  job: JobRow,
): Promise<{ id: string; fullname: string } | null> {
  const found = await suggestCleaners(ctx, {
    startTime: wireTime(job.starts_at),
    endTime: wireTime(job.ends_at),
    postal: job.address_postal,
    jobType: job.job_type,
    gender: WISHES.find((wish) => wish === job.address_gender_preference) ?? '',
    hasPets: job.address_has_pets,
    excludeJobID: job.id,
    customerID: job.customer_id,
    // The rest of the crew counts as free for its own visit.
    size: job.crew.length + 1,
  });
  if (isRefusal(found)) return null;
  const best = found.items.find(({ id }) => job.crew.every((member) => member.id !== id));
  return best === undefined ? null : { id: best.id, fullname: best.fullname ?? best.firstname };
}
