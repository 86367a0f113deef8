/** A code or sign-in this recent proves that the user holds the mobile. */
export const FRESH_FOR = Temporal.Duration.from({ minutes: 10 });

/** Maximum age of a customer's sign-in for sending hours. */
export const FRESH_FOR_GIFTS = Temporal.Duration.from({ hours: 4 });

export function isFresh(
  signedInAt: Temporal.Instant,
  { now, freshFor }: { readonly now: Temporal.Instant; readonly freshFor: Temporal.Duration },
): boolean {
  return Temporal.Instant.compare(signedInAt.add(freshFor), now) >= 0;
}
