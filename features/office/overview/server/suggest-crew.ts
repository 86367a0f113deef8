import { findReplacements } from '#features/work/cover/server/index.ts';
import type { JobRow } from '#features/work/jobs/server/index.ts';
import type { Context } from '#platform/server/context.ts';

/** The best free cleaner for a visit who is not in its crew; null if nobody is free. */
export async function suggestCrew(
  ctx: Context,
  job: JobRow,
): Promise<{ id: string; fullname: string } | null> {
  const [best] = await findReplacements(ctx, job);
  return best === undefined ? null : { id: best.id, fullname: best.fullname };
}
