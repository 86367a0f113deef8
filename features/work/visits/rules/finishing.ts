/** A finish further ahead of the booked end than this is asked about: a minute or two early is not. */
export const EARLY_FINISH_MINUTES = 15;

export interface OpenVisit {
  /** Whole minutes until the booked end; below zero after it. */
  readonly minutesLeft: number;
  /** Lines of the checklist that are not ticked. */
  readonly openLines: number;
}

/** What to ask about before a visit ends; null when it is simply over. `early` is in minutes, 0 when on time. */
export function askBeforeFinish({
  minutesLeft,
  openLines,
}: OpenVisit): { early: number; openLines: number } | null {
  const early = minutesLeft > EARLY_FINISH_MINUTES ? minutesLeft : 0;
  return early === 0 && openLines === 0 ? null : { early, openLines };
}
