/**
 * An open bank challenge blocks its target (such as a slot) for everyone else for 15 minutes. A customer who
 * has never paid may leave this many unanswered per day, and only one at a time.
 */
export const MAX_UNANSWERED_CHALLENGES = 5;
export const CHALLENGE_WINDOW = Temporal.Duration.from({ hours: 24 });

/** A payment whose challenge is open or was not completed. */
export interface UnansweredChallenge {
  readonly askedAt: Temporal.Instant;
  /** The challenge is still open, and it is for a different target than the current payment. */
  readonly isOpenElsewhere: boolean;
}

/** Seconds until a customer who has never paid may try another card; 0 if they may now. */
export function secondsUntilNextChallenge(
  unanswered: readonly UnansweredChallenge[],
  { now, lifetime }: { readonly now: Temporal.Instant; readonly lifetime: Temporal.Duration },
): number {
  const open = unanswered.filter((one) => one.isOpenElsewhere).map((one) => one.askedAt.add(lifetime));
  const ends = unanswered
    .map((one) => one.askedAt.add(CHALLENGE_WINDOW))
    .sort((a, b) => Temporal.Instant.compare(b, a));
  const blocking = [...open, ...ends.slice(MAX_UNANSWERED_CHALLENGES - 1, MAX_UNANSWERED_CHALLENGES)];
  const waits = blocking.map((end) => Math.ceil(now.until(end).total('seconds')));
  return Math.max(0, ...waits);
}
