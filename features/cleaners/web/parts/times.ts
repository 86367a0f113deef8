import { appClock } from '#platform/web/app-clock.ts';

/** `2026-12-25 09:00:00`, business time, as an instant that the formatters read. */
export function instantOf(written: string): string {
  return `${written.replace(' ', 'T')}+08:00`;
}

/** `2026-12-25` of a written time. */
export function dayOf(written: string): string {
  return written.slice(0, 10);
}

/** Hours since midnight of `day` at which a written time lies: 9.5; below 0 and over 24 on other days. */
export function hourWithin(day: string, written: string): number {
  return (Date.parse(instantOf(written)) - Date.parse(`${day}T00:00:00+08:00`)) / 3_600_000;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** 0 for Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** The Monday of the week that a day lies in. */
export function mondayOf(day: string): string {
  return addDays(day, -((weekdayOf(day) + 6) % 7));
}

/** Today in Singapore, wherever the browser is. */
export function today(): string {
  return new Date(appClock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
}
