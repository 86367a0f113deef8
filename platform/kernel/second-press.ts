/** Without an Idempotency-Key, the same request within so long is a second press of the same button, not a second wish. */
export const SECOND_PRESS = Temporal.Duration.from({ seconds: 60 });
