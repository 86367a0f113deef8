import type { Cents } from '#platform/kernel/money.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import type { quoteJob } from '../../../contract.ts';

type Quoted = Pick<CallReply<typeof quoteJob>, 'dates' | 'price' | 'total'>;
type Dates = Quoted['dates'];

export interface SeriesVisit {
  readonly startTime: string;
  /** First names: `Siew Hua and Faizal`. */
  readonly crew: string;
  /** The crew differs from the first date. */
  readonly isOther: boolean;
  /** Cents. */
  readonly price: Cents;
}

/** The visits of a series with their crews, whether each differs from the first, and their prices. */
export function crewsOf({ dates, price, total }: Quoted): SeriesVisit[] {
  const idsOf = ({ cleaners }: Dates[number]) =>
    cleaners
      .map(({ id }) => id)
      .toSorted()
      .join(' ');
  const first = dates[0];
  // A promo code reduces the first visit only; the others cost the same.
  const later = (total - price.total) / (dates.length - 1);
  return dates.map((date, index) => ({
    startTime: date.startTime,
    crew: date.cleaners.map(({ firstname }) => firstname).join(' and '),
    isOther: first !== undefined && idsOf(date) !== idsOf(first),
    price: index === 0 ? price.total : later,
  }));
}

/** `A different cleaner comes to 2 of 12 visits.`; null if the crew is always the same. */
export function otherCrewLabel(visits: readonly SeriesVisit[]): string | null {
  const others = visits.filter(({ isOther }) => isOther).length;
  return others === 0 ? null : `A different cleaner comes to ${others} of ${visits.length} visits.`;
}
