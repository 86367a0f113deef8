import { type Opening, openingOfLaterDates } from '#features/work/schedule/rules/opening.ts';

/**
 * The booking horizon of an existing visit. Visits of a series were agreed further ahead than single visits may be, so
 * they may be held again and moved beyond the single-visit horizon.
 */
export function openingOfJob(opening: Opening, job: { readonly isOfSeries: boolean }): Opening {
  return job.isOfSeries ? openingOfLaterDates(opening) : opening;
}
