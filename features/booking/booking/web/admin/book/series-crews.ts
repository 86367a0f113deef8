import type { CallReply } from '#platform/web/api/callable.ts';
import type { quoteJob } from '../../../contract.ts';

type Dates = CallReply<typeof quoteJob>['dates'];

export interface SeriesVisit {
  readonly startTime: string;
  /** First names: `Siew Hua and Faizal`. */
  readonly crew: string;
  /** The crew differs from the first date. */
  readonly isOther: boolean;
}

/** The visits of a series with their crews, and whether each differs from the first. */
export function crewsOf(dates: Dates): SeriesVisit[] {
  const idsOf = ({ cleaners }: Dates[number]) =>
    cleaners
      .map(({ id }) => id)
      .toSorted()
      .join(' ');
  const first = dates[0];
  return dates.map((date) => ({
    startTime: date.startTime,
    crew: date.cleaners.map(({ firstname }) => firstname).join(' and '),
    isOther: first !== undefined && idsOf(date) !== idsOf(first),
  }));
}

/** `A different cleaner comes to 2 of 12 visits.`; null if the crew is always the same. */
export function otherCrewWords(visits: readonly SeriesVisit[]): string | null {
  const others = visits.filter(({ isOther }) => isOther).length;
  return others === 0 ? null : `A different cleaner comes to ${others} of ${visits.length} visits.`;
}
