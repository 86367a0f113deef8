/** Who signed in, or proved who they are, this recently is not asked for a password or a code again. */
export const FRESH_FOR = Temporal.Duration.from({ hours: 2 });

export function isFresh(lastProof: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(lastProof.add(FRESH_FOR), now) >= 0;
}
