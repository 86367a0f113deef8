/**
 * Declined cards per hour before further cards are refused: otherwise the payment form would reveal which
 * stolen numbers work. `target` applies to the office too, the other two do not. `address` is the budget of
 * one client; an IPv6 /56 or /48 has a multiple of it. Our own figures.
 */
const DECLINE_LIMITS = { customer: 5, address: 10, target: 10 } as const;
export const DECLINE_WINDOW = Temporal.Duration.from({ hours: 1 });

/** A card that was declined, or whose challenge was abandoned, and the limits it counts towards. */
export interface Decline {
  readonly at: Temporal.Instant;
  readonly ofCustomer: boolean;
  /** For each network that its address shares with the current one: that network's multiple of the budget. */
  readonly networks: readonly number[];
  readonly ofTarget: boolean;
}

/** Seconds until another card may be tried; 0 if it may be now. */
export function secondsUntilNextTry(
  declines: readonly Decline[],
  now: Temporal.Instant,
  byOffice: boolean,
): number {
  const multiples = [...new Set(declines.flatMap(({ networks }) => networks))];
  const waits = [
    wait(declines, (one) => one.ofTarget, DECLINE_LIMITS.target),
    byOffice ? 0 : wait(declines, (one) => one.ofCustomer, DECLINE_LIMITS.customer),
    ...multiples.map((times) =>
      byOffice ? 0 : wait(declines, (one) => one.networks.includes(times), DECLINE_LIMITS.address * times),
    ),
  ];
  return Math.max(...waits);

  function wait(all: readonly Decline[], counts: (one: Decline) => boolean, most: number): number {
    const ends = all
      .filter(counts)
      .map((one) => now.until(one.at.add(DECLINE_WINDOW)).total('seconds'))
      .filter((seconds) => seconds > 0)
      .sort((a, b) => b - a);
    // If at least `most` still count, the oldest of the newest `most` has to leave the window first.
    return Math.ceil(ends[most - 1] ?? 0);
  }
}
