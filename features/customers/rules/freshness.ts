/** A code or a sign-in this young proves that the person at the screen holds the mobile (DOMAIN.md 4.2). */
const FRESH_FOR = Temporal.Duration.from({ minutes: 10 });

export function isFresh(signedInAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(signedInAt.add(FRESH_FOR), now) >= 0;
}
