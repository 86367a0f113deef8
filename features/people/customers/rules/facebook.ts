/** After Facebook vouched for somebody, a code that links them may be asked for so long (DOMAIN.md 5.1). */
export const PROOF_LIFE = Temporal.Duration.from({ minutes: 10 });
/** Longer than asking, the code's life and the registerToken's together: until then signing up may end in the link. */
export const PROOF_KEPT = Temporal.Duration.from({ hours: 1 });
