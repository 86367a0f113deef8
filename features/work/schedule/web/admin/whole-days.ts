import { addDays } from '#platform/web/business-time.ts';

/** Both days are inclusive; `2026-12-24`. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

/** Business time, `2026-12-24 09:00:00`; seconds are optional. */
export interface Times {
  readonly startTime: string;
  readonly endTime: string;
}

/** The times of whole days: from the midnight before the first to the midnight after the last. */
export function timesOfDays({ from, until }: Days): Times {
  return { startTime: `${from} 00:00`, endTime: `${addDays(until, 1)} 00:00` };
}

/** The whole days between two times; null if they begin or end within a day. */
export function wholeDaysOf({ startTime, endTime }: Times): Days | null {
  const midnight = (written: string) => /[ T]00:00(?::00)?$/.test(written);
  if (!midnight(startTime) || !midnight(endTime)) return null;
  return { from: startTime.slice(0, 10), until: addDays(endTime.slice(0, 10), -1) };
}
