/**
 * Days of the business calendar as text, `2026-11-28`, without a date library: browsers still come without
 * Temporal. A day here is a name, never an instant; arithmetic runs in UTC, where every day has 24 hours.
 */
const ZONE = 'Asia/Singapore';
const DAY_MS = 24 * 3600 * 1000;

/** The business day of an instant. */
export function dayOf(moment: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(moment);
}

/** The day of a wire time, which is written in business time: `2026-11-28T09:00:00+08:00`. */
export function dayOfWire(wire: string): string {
  return wire.slice(0, 10);
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(day, -sinceMonday);
}

/** Hour of the day as a number: 9.5 is half past nine. */
export function hourOfWire(wire: string): number {
  return Number(wire.slice(11, 13)) + Number(wire.slice(14, 16)) / 60;
}
