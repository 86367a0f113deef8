/** What the office has to do about a paid visit: find a cleaner, or find out why nobody has begun. */
export const NEEDS = ['crew', 'start'] as const;

/** So long after its start a visit without a clock-in is late. Ours. */
export const LATE_AFTER = { minutes: 10 };
/** A visit that has not begun for so long is no longer to be begun. Ours. */
export const LATE_UNTIL = { hours: 24 };
