/** The business day of a wire time: it carries the business offset, so its first ten letters say it. */
export function dayOfWire(wire: string): string {
  return wire.slice(0, 10);
}

/** Hour of the business day; 9.5 is half past nine. */
export function hourOfWire(wire: string): number {
  return Number(wire.slice(11, 13)) + Number(wire.slice(14, 16)) / 60;
}

/** The business day of an instant, `2026-11-24`. */
export function businessDay(instant: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Singapore' }).format(instant);
}

/** The day so many days later. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
