/** How long after a Facebook sign-in a linking code may be requested. */
export const PROOF_LIFE = Temporal.Duration.from({ minutes: 10 });
/**
 * Longer than PROOF_LIFE, the code's and the registerToken's lifetimes together: until then signing up may
 * end with the link.
 */
export const PROOF_KEPT = Temporal.Duration.from({ hours: 1 });
