import { addDays } from '#platform/web/business-time.ts';

/** From one day to another, both included; `2026-12-24`. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

/** Business time, `2026-12-24 09:00:00`; the seconds may be left out. */
export interface Times {
  readonly startTime: string;
  readonly endTime: string;
}

/** Whole days as the times between which they lie: the midnight before the first, the midnight after the last. */
export function timesOfDays({ from, until }: Days): Times {
  return { startTime: `${from} 00:00`, endTime: `${addDays(until, 1)} 00:00` };
}

/** The days that times take whole; null when they begin or end within a day. */
export function wholeDaysOf({ startTime, endTime }: Times): Days | null {
  const midnight = (written: string) => /[ T]00:00(?::00)?$/.test(written);
  if (!midnight(startTime) || !midnight(endTime)) return null;
  return { from: startTime.slice(0, 10), until: addDays(endTime.slice(0, 10), -1) };
}
