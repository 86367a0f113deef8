import { type Opening, openingOfLaterDates } from '#features/work/schedule/rules/opening.ts';

/**
 * What binds the time of a booked visit. One of a series was agreed further ahead than single ones may be: it may
 * be held again, and move, there too, whichever date of the series it is by now.
 */
export function openingOfJob(opening: Opening, job: { readonly isOfSeries: boolean }): Opening {
  return job.isOfSeries ? openingOfLaterDates(opening) : opening;
}
