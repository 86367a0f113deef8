/** A finish earlier than this before the booked end needs confirmation; a few minutes are fine. */
export const EARLY_FINISH_MINUTES = 15;

export interface OpenVisit {
  /** Whole minutes until the booked end; negative after it. */
  readonly minutesLeft: number;
  /** Unticked lines of the checklist. */
  readonly openLines: number;
}

/** What to confirm before a visit is finished; null if nothing. `early` is in minutes, 0 when on time. */
export function askBeforeFinish({
  minutesLeft,
  openLines,
}: OpenVisit): { early: number; openLines: number } | null {
  const early = minutesLeft > EARLY_FINISH_MINUTES ? minutesLeft : 0;
  return early === 0 && openLines === 0 ? null : { early, openLines };
}
