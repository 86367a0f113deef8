import { closedDays } from '#features/catalogue/places/server/index.ts';
import { findMissingCrew } from '#features/work/jobs/server/index.ts';
import type { Travel } from '#features/work/schedule/rules/travel.ts';
import { loadTravel, readTimeSettings } from '#features/work/schedule/server/index.ts';
import {
  atMinute,
  dayBounds,
  dayOf,
  instantToWire,
  readDay,
  weekdayIndex,
} from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { BoardCleaner, BoardVisit, DayBoard } from '../contract.ts';
import { hoursAvailable, type Span } from '../rules/load.ts';
import { MINUTES_A_DAY } from '../rules/rows.ts';
import { partKey, travelBefore } from '../rules/travel.ts';
import { type FoundCleaner, findCleaners } from './find-cleaners.ts';
import { type FoundTimeOff, findTimeOff } from './find-time-off.ts';
import { findVisits } from './find-visits.ts';

/** The board of a day; defaults to today. */
export async function readDayBoard(
  ctx: Context,
  { day }: { readonly day?: string | undefined },
): Promise<DayBoard> {
  const zone = ctx.config.BUSINESS_TZ;
  const date = (day === undefined ? null : readDay(day)) ?? dayOf(ctx.clock.now(), zone);
  const { start: from, end: until } = dayBounds(date, zone);
  const settings = await readTimeSettings(ctx);
  const closed = (await closedDays(ctx, date, date.add({ days: 1 }))).get(date.toString()) ?? null;
  const visits = await crewedVisits(ctx, { from, until }, await loadTravel(ctx, settings));
  const ids = [...new Set(visits.flatMap(({ crew }) => crew.map(({ id }) => id)))];
  const cleaners = await findCleaners(ctx, { weekdays: [weekdayIndex(date)], ids });
  const off = Map.groupBy(await findTimeOff(ctx, { from, until }), ({ cleanerID }) => cleanerID);
  const hours = bookedHours(visits);
  const at = (minute: number) => instantToWire(atMinute(date, minute, zone), zone);
  const toCleaner = (cleaner: FoundCleaner): BoardCleaner => {
    const shifts = closed === null ? (cleaner.week.get(weekdayIndex(date)) ?? []) : [];
    const away = off.get(cleaner.id) ?? [];
    const { week: _week, ...person } = cleaner;
    return {
      ...person,
      languages: [...person.languages],
      regions: [...person.regions],
      shifts: shifts.map(([start, end]) => ({ startTime: at(start), endTime: at(end) })),
      off: away.map(({ kind, description, onlyJobType, start, end }) => ({
        kind,
        description,
        onlyJobType,
        startTime: instantToWire(start, zone),
        endTime: instantToWire(end, zone),
      })),
      hoursBooked: hours.get(cleaner.id) ?? 0,
      hoursAvailable: hoursAvailable(shifts, offMinutes(away, from)),
    };
  };
  return {
    day: date.toString(),
    closed,
    opening: { startTime: at(settings.opensAtMinute), endTime: at(settings.closesAtMinute) },
    cleaners: cleaners.map(toCleaner),
    visits,
  };
}

/** The visits of a day with who of their crews cannot come, and how long each travels. */
async function crewedVisits(
  ctx: Context,
  day: Parameters<typeof findVisits>[1],
  travel: Travel,
): Promise<BoardVisit[]> {
  const found = await findVisits(ctx, day);
  const missing = new Set(
    (await findMissingCrew(ctx, day.until)).map(({ jobID, cleaner }) => partKey(jobID, cleaner.id)),
  );
  const parts = found.flatMap(({ jobID, postal, startTime, crew }) =>
    crew.map(({ id }) => ({
      jobID,
      cleanerID: id,
      postal,
      start: Temporal.Instant.from(startTime).epochMilliseconds,
    })),
  );
  const rides = travelBefore(
    parts.filter(({ jobID, cleanerID }) => !missing.has(partKey(jobID, cleanerID))),
    travel,
  );
  return found.map((visit) => ({
    ...visit,
    crew: visit.crew.map((member) => {
      const key = partKey(visit.jobID, member.id);
      return { ...member, isMissing: missing.has(key), travelMinutes: rides.get(key) ?? null };
    }),
  }));
}

/** By cleaner; those who cannot come have none. */
function bookedHours(visits: readonly BoardVisit[]): Map<string, number> {
  const hours = new Map<string, number>();
  for (const visit of visits)
    for (const { id, isMissing } of visit.crew)
      if (!isMissing) hours.set(id, (hours.get(id) ?? 0) + visit.hours);
  return hours;
}

/** Time off from all work, in minutes of the day that begins at `midnight`. */
export function offMinutes(off: readonly FoundTimeOff[], midnight: Temporal.Instant): Span[] {
  const minute = (at: Temporal.Instant) =>
    Math.min(Math.max(at.since(midnight).total('minutes'), 0), MINUTES_A_DAY);
  return off
    .filter(({ onlyJobType }) => onlyJobType === null)
    .map(({ start, end }) => ({ start: minute(start), end: minute(end) }));
}
