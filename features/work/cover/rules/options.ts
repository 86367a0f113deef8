/** Customers of visits that begin within this time are called. */
const SOON = { minutes: 60 };

export function isSoon(start: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(start, now.add(SOON)) <= 0;
}

/** What can be done about a visit. */
interface Found<O> {
  /** The first of the replacements is assigned to this visit. */
  readonly isCovered: boolean;
  readonly swap: O | null;
  /** Cleaners who match, best first; then those who are free, but no match. */
  readonly replacements: readonly O[];
  readonly moves: readonly O[];
  readonly ask: O;
  readonly cancel: O;
}

/**
 * The options in their order; the first one is proposed. Moving without asking is never the proposal, because the customer
 * may not be at home; nor is a replacement who is needed at another visit, or is no match.
 */
export function orderOptions<O>({ isCovered, swap, replacements, moves, ask, cancel }: Found<O>): O[] {
  const changes = [...(swap === null ? [] : [swap]), ...replacements, ...moves];
  const isProposed = isCovered || swap !== null;
  return isProposed ? [...changes, ask, cancel] : [ask, ...changes, cancel];
}
