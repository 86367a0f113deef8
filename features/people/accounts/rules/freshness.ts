/** A code or a sign-in this young proves that the person at the screen holds the mobile (DOMAIN.md 4.2). */
export const FRESH_FOR = Temporal.Duration.from({ minutes: 10 });

/** How old the sign-in of a customer may be who gives hours away (DOMAIN.md 4.2). */
export const FRESH_FOR_GIFTS = Temporal.Duration.from({ hours: 4 });

export function isFresh(
  signedInAt: Temporal.Instant,
  { now, freshFor }: { readonly now: Temporal.Instant; readonly freshFor: Temporal.Duration },
): boolean {
  return Temporal.Instant.compare(signedInAt.add(freshFor), now) >= 0;
}
