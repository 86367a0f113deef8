import { areaOfPostal } from '#features/catalogue/places/server/index.ts';
import { cleanerCards } from '#features/people/cleaners/server/index.ts';
import { type JobRow, requirementsOf } from '#features/work/jobs/server/index.ts';
import { findBestFits } from '#features/work/schedule/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';

/** The best free cleaner for a visit who is not in its crew; null if nobody is free. */
export async function suggestCrew(
  ctx: Context,
  job: JobRow,
): Promise<{ id: string; fullname: string } | null> {
  const fits = await findBestFits(ctx, {
    need: await requirementsOf(ctx, job),
    start: readDatabaseTime(job.startsAt),
    home: await areaOfPostal(ctx, job.addressPostal),
    customerID: job.customerID,
  });
  const best = fits.find(({ cleanerID }) => job.crew.every(({ id }) => id !== cleanerID));
  const [card] = best === undefined ? [] : await cleanerCards(ctx, [best.cleanerID]);
  return card === undefined ? null : { id: card.id, fullname: card.fullname };
}
