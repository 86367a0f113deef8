import type { z } from 'zod';
import { addDays, dayOfWire, hourOfWire } from '#platform/web/business-time.ts';
import type { GridDay, Petals } from '#platform/web/design/booking/day-grid.tsx';
import type { slot, slotDay } from '../../contract/shapes.ts';
import { spread, type TimeOfDay } from '../../rules/spread.ts';

export type FreeSlot = z.output<typeof slot>;
export type FreeDay = z.output<typeof slotDay>;
/** A time that was available when the page first loaded it. */
export type SeenSlot = FreeSlot & { readonly taken: boolean };

/** The days of whole weeks, starting on a Monday. */
export function daysFrom(monday: string, weeks: number): string[] {
  return Array.from({ length: weeks * 7 }, (_, index) => addDays(monday, index));
}

/** A day without the visit's own time, which is neither offered nor counted. */
export function withoutSlot(day: FreeDay | undefined, startTime: string | undefined): FreeDay | undefined {
  const slots = day?.slots.filter((slot) => slot.startTime !== startTime) ?? [];
  if (day === undefined || slots.length === day.slots.length) return day;
  return { ...day, slots, possible: day.possible - 1 };
}

/** The fields of a day that show how full it is. */
export type Fullness = Pick<FreeDay, 'possible'> & { readonly free: number };

export function fullnessOf(day: FreeDay): Fullness {
  return { possible: day.possible, free: day.slots.length };
}

/**
 * The share of a day's possible starts that are free, in quarters rounded up: 0 petals if none is free, 4 only if all
 * are.
 */
export function petalsOf({ free, possible }: Fullness): Petals {
  if (free <= 0) return 0;
  if (free >= possible) return 4;
  const quarters = Math.ceil((4 * free) / possible);
  return Math.min(3, quarters) as Petals;
}

/**
 * The state of a day in the grid: full only if there were possible starts; on other days nobody works, or they cannot
 * be booked yet.
 */
export function stateOfDay({ free, possible }: Fullness): GridDay['state'] {
  if (free > 0) return 'open';
  return possible > 0 ? 'full' : 'past';
}

/** Merges times seen before with the current ones: a time that has been taken meanwhile stays, marked as taken. */
export function withTaken(seen: readonly SeenSlot[], now: readonly FreeSlot[]): SeenSlot[] {
  const free = new Set(now.map((one) => one.startTime));
  const gone = seen.filter((one) => !free.has(one.startTime)).map((one) => ({ ...one, taken: true }));
  const all = [...gone, ...now.map((one) => ({ ...one, taken: false }))];
  return all.toSorted((a, b) => a.startTime.localeCompare(b.startTime));
}

/** The free time at the usual start, `09:00`; null if that is not free. */
export function slotAt<S extends FreeSlot>(free: readonly S[], start: string | null): S | null {
  return free.find(({ startTime }) => startTime.slice(11, 16) === start) ?? null;
}

/** Three free times near an unavailable one, by the server's rule. */
export function nearestTo(wanted: string, days: readonly FreeDay[]): FreeSlot[] {
  const free = days.flatMap((day) => day.slots).filter((one) => one.startTime !== wanted);
  return spread(free, ({ startTime }) => timeOfDay(startTime), timeOfDay(wanted));
}

/** The first free time after a day, otherwise the last one before it; null if there is none. */
export function nearestToDay(day: string, days: readonly FreeDay[]): FreeSlot | null {
  const free = days.flatMap(({ slots }) => slots);
  return (
    free.find(({ startTime }) => dayOfWire(startTime) > day) ??
    free.findLast(({ startTime }) => dayOfWire(startTime) < day) ??
    null
  );
}

function timeOfDay(wire: string): TimeOfDay {
  const minuteOfDay = Number(wire.slice(11, 13)) * 60 + Number(wire.slice(14, 16));
  return { at: Date.parse(wire), minuteOfDay };
}

export type PartOfDay = 'usual' | 'morning' | 'afternoon' | 'evening';

const NOON = 12;
const EVENING = 17;

function partOf(one: FreeSlot): Exclude<PartOfDay, 'usual'> {
  const hour = hourOfWire(one.startTime);
  if (hour < NOON) return 'morning';
  return hour < EVENING ? 'afternoon' : 'evening';
}

const PARTS: readonly PartOfDay[] = ['usual', 'morning', 'afternoon', 'evening'];

/** A day's times by part of the day; with `usualFirst`, those of the previous cleaner come first. */
export function groupsOf(
  slots: readonly SeenSlot[],
  usualFirst: boolean,
): { readonly part: PartOfDay; readonly slots: SeenSlot[] }[] {
  const part = (one: SeenSlot) => (usualFirst && one.usualCleaner ? 'usual' : partOf(one));
  return PARTS.map((name) => ({ part: name, slots: slots.filter((one) => part(one) === name) })).filter(
    (group) => group.slots.length > 0,
  );
}

/** The day to show first: that of the chosen time, otherwise the first with room. */
export function firstDay(days: readonly FreeDay[], chosen: string | null): string | null {
  if (chosen !== null) return dayOfWire(chosen);
  return days.find((day) => day.slots.length > 0)?.date ?? null;
}
