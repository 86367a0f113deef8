/** Why a visit needs the office's attention: a cleaner is missing, nobody has begun, or nobody has clocked out. */
export const ATTENTION_REASONS = ['crew', 'start', 'finish'] as const;
export type AttentionReason = (typeof ATTENTION_REASONS)[number];

/** A visit without a clock-in is late after this long. */
export const LATE_AFTER = { minutes: 10 };
/** A visit that has not begun after this long is no longer expected to begin. */
export const LATE_UNTIL = { hours: 24 };
/**
 * A visit that is not done this long after its end was probably never clocked out. Crews often stay half an hour
 * longer.
 */
export const FORGOTTEN_AFTER = { minutes: 60 };
