/** What the office has to do about a visit: find a cleaner, or find out why nobody has begun, or has clocked out. */
export const NEEDS = ['crew', 'start', 'finish'] as const;

/** So long after its start a visit without a clock-in is late. Ours. */
export const LATE_AFTER = { minutes: 10 };
/** A visit that has not begun for so long is no longer to be begun. Ours. */
export const LATE_UNTIL = { hours: 24 };
/** So long after its end a visit that is not done was never clocked out, or not even in. Ours: crews often stay half an hour longer. */
export const FORGOTTEN_AFTER = { minutes: 60 };
