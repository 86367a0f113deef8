import { DEFAULT_BUSINESS_TZ } from '../kernel/business-time.ts';
import { appClock } from './app-clock.ts';

/** The name of the page's meta element in which the server writes its zone. */
const META = 'business-zone';

/** The server, which renders pages, has no document: it uses its own environment. */
const settings = (globalThis as { readonly process?: { readonly env?: Readonly<Record<string, string>> } })
  .process?.env;

/** The business's time zone, from the server: a customer abroad still sees its times. */
export const businessZone = zoneOf(globalThis.document);

/** Defaults to Singapore on a page without a server, such as in a test. */
function zoneOf(page: Document | undefined): string {
  if (page === undefined) return settings?.BUSINESS_TZ || DEFAULT_BUSINESS_TZ;
  const told = page.querySelector<HTMLMetaElement>(`meta[name="${META}"]`)?.content ?? '';
  return told === '' || told.startsWith('__') ? DEFAULT_BUSINESS_TZ : told;
}

let wallClock: Intl.DateTimeFormat | undefined;

/** Created on first use: it costs a phone some milliseconds, which a page without times avoids. */
function clockOnTheWall(): Intl.DateTimeFormat {
  wallClock ??= new Intl.DateTimeFormat('en-CA', {
    timeZone: businessZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return wallClock;
}

/** The business's local time at an instant, encoded as if it were UTC; ms. */
function wallTime(ms: number): number {
  const parts = Object.fromEntries(
    clockOnTheWall()
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** `2026-12-25 09:00:00`, `2026-12-25T09:00` or `2026-12-25`, business time, as an instant. */
export function instantOf(written: string): Date {
  const text = written.replace(' ', 'T');
  const wall = Date.parse(`${text.length === 10 ? `${text}T00:00` : text}Z`);
  // Taking local time for UTC is off by hours at most, so a second pass gets the right offset.
  const near = wall - (wallTime(wall) - wall);
  return new Date(wall - (wallTime(near) - near));
}

/** The business day of an instant: `2026-11-24`. */
export function businessDay(instant: Date): string {
  return new Date(wallTime(instant.getTime())).toISOString().slice(0, 10);
}

/** Today in business time, by the server's clock, wherever the browser is. */
export function today(): string {
  return businessDay(appClock.now());
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** 0 for Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** The Monday of the week that contains a day. */
export function mondayOf(day: string): string {
  return addDays(day, -((weekdayOf(day) + 6) % 7));
}

/** The business day of an API time. It carries the business offset, so this is its first ten characters. */
export function dayOfWire(wire: string): string {
  return wire.slice(0, 10);
}

/** The hour of day of an API time, in business time; 9.5 is half past nine. */
export function hourOfWire(wire: string): number {
  return Number(wire.slice(11, 13)) + Number(wire.slice(14, 16)) / 60;
}
