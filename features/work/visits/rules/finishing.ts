/** A finish earlier than this before the booked end needs confirmation; a few minutes are fine. */
export const EARLY_FINISH_MINUTES = 15;

export interface OpenVisit {
  /** Whole minutes until the booked end; negative after it. */
  readonly minutesLeft: number;
  /** Unticked lines of the checklist. */
  readonly openLines: number;
}

/** What to confirm before a visit is finished; null if nothing. `minutesEarly` is 0 when on time. */
export function askBeforeFinish({
  minutesLeft,
  openLines,
}: OpenVisit): { minutesEarly: number; openLines: number } | null {
  const minutesEarly = minutesLeft > EARLY_FINISH_MINUTES ? minutesLeft : 0;
  return minutesEarly === 0 && openLines === 0 ? null : { minutesEarly, openLines };
}
