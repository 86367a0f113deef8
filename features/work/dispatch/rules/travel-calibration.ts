/** Two visits that a cleaner did one after the other on one day. Times in minutes. */
export interface ObservedTrip {
  /** Clocked out of the first visit. */
  readonly left: number;
  /** Clocked in at the second one. */
  readonly arrived: number;
  /** When the second visit was due. */
  readonly due: number;
  /** The estimate, `rideMinutes`. */
  readonly estimate: number;
}

/** The estimate is corrected by at most this much, whatever was observed. */
const MIN_FACTOR = 0.7;
const MAX_FACTOR = 1.5;

/** So many trips count as much as the belief that the estimate is right. */
const TRUSTED_TRIPS = 30;

/**
 * A cleaner who clocks in more than this before a visit is due came straight from the last one; others may have waited
 * for the time, so their trip only shows that it was no longer.
 */
const EARLY_MINUTES = 5;
/** Longer gaps are a lunch, a bus to the bank, or a forgotten clock. */
const LONGEST_TRIP_MINUTES = 150;
/** Below this the walk from door to door dominates. */
const SHORTEST_ESTIMATE_MINUTES = 10;

/**
 * The factor by which `rideMinutes` is corrected: the median ratio of observed and estimated minutes, drawn towards 1
 * while there are few trips. From 0.7 to 1.5.
 */
export function travelFactor(trips: readonly ObservedTrip[]): number {
  const ratios = trips.filter(cameStraight).map(({ left, arrived, estimate }) => (arrived - left) / estimate);
  if (ratios.length === 0) return 1;
  const weight = ratios.length / (ratios.length + TRUSTED_TRIPS);
  const factor = 1 + weight * (median(ratios) - 1);
  return Math.min(MAX_FACTOR, Math.max(MIN_FACTOR, factor));
}

function cameStraight({ left, arrived, due, estimate }: ObservedTrip): boolean {
  const minutes = arrived - left;
  const isLate = arrived > due;
  const isEarly = arrived < due - EARLY_MINUTES;
  return (
    estimate >= SHORTEST_ESTIMATE_MINUTES &&
    minutes > 0 &&
    minutes <= LONGEST_TRIP_MINUTES &&
    (isLate || isEarly)
  );
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 1;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 1)) / 2;
}
