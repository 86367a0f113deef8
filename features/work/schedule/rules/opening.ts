import type { Settings } from '#features/catalogue/settings/rules/settings.ts';
import { atMinute, dayOf } from '#platform/kernel/business-time.ts';

/** Visits start on the half hour. */
export const SLOT_STEP_MINUTES = 30;

/** The settings that limit booking times. */
export const BOOKING_LIMITS = [
  'opensAtMinute',
  'closesAtMinute',
  'leadHours',
  'horizonDays',
  'seriesMonths',
] as const;
export type BookingLimits = Pick<Settings, (typeof BOOKING_LIMITS)[number]>;

/** Days without slots: day → the holiday's name. */
export type ClosedDays = ReadonlyMap<string, string>;

/** The booking limits that apply to every cleaner: settings, business time zone, closed days, and the current time. */
export interface Opening extends BookingLimits {
  readonly zone: string;
  readonly closedDays: ClosedDays;
  readonly now: Temporal.Instant;
  /** Lead time and horizon apply to customers, not to the office. */
  readonly bindsLead: boolean;
  /** Later dates of a series are limited by `seriesMonths` instead. */
  readonly isLaterDate?: boolean;
}

/** The limits for the dates of a series after the first. */
export function openingOfLaterDates(opening: Opening): Opening {
  return { ...opening, isLaterDate: true };
}

export type NotBookable =
  | 'past'
  | 'half-hour'
  | 'opening-hours'
  | 'too-soon'
  | 'too-far'
  | 'series-too-long'
  | 'holiday';

/** Why no visit of `minutes` may start at `start`, regardless of who is free; null if it may. */
export function whyNotBookable(
  start: Temporal.Instant,
  minutes: number,
  opening: Opening,
): NotBookable | null {
  const { zone, now } = opening;
  const local = start.toZonedDateTimeISO(zone); // computed once, as months of starts are checked in one go
  const [day, startMinute] = [local.toPlainDate(), local.hour * 60 + local.minute];
  // By the local clock, since a zone may be offset by a quarter of an hour.
  const isOnStep = startMinute % SLOT_STEP_MINUTES === 0 && start.epochMilliseconds % 60_000 === 0;
  if (!isOnStep) return 'half-hour';
  if (!isWithinOpening(startMinute, minutes, opening)) return 'opening-hours';
  if (opening.closedDays.has(day.toString())) return 'holiday';
  if (Temporal.Instant.compare(start, now) < 0) return 'past';
  if (!opening.bindsLead) return null;
  if (Temporal.Instant.compare(start, now.add({ hours: opening.leadHours })) < 0) return 'too-soon';
  if (Temporal.PlainDate.compare(day, lastBookableDay(opening)) <= 0) return null;
  return opening.isLaterDate ? 'series-too-long' : 'too-far';
}

/** Whether a visit that starts at this minute of a day is over when the business closes. */
export function isWithinOpening(
  startMinute: number,
  minutes: number,
  { opensAtMinute, closesAtMinute }: Pick<BookingLimits, 'opensAtMinute' | 'closesAtMinute'>,
): boolean {
  return startMinute >= opensAtMinute && startMinute + minutes <= closesAtMinute;
}

/** The last whole day that customers may book. */
export function lastBookableDay(opening: Opening): Temporal.PlainDate {
  const today = dayOf(opening.now, opening.zone);
  return today.add(opening.isLaterDate ? { months: opening.seriesMonths } : { days: opening.horizonDays });
}

/** All starts of a day at which a visit of `minutes` may begin, regardless of who is free. */
export function bookableStarts(
  day: Temporal.PlainDate,
  minutes: number,
  opening: Opening,
): Temporal.Instant[] {
  const { opensAtMinute, closesAtMinute, zone } = opening;
  const opens = atMinute(day, opensAtMinute, zone);
  const starts: Temporal.Instant[] = [];
  // No zone changes its clocks during opening hours (tested in roster.test.ts).
  for (let after = 0; opensAtMinute + after + minutes <= closesAtMinute; after += SLOT_STEP_MINUTES)
    starts.push(opens.add({ minutes: after }));
  // Only the lead time can exclude some starts of a day without excluding all, so the first allowed start decides.
  const first = starts.findIndex((start) => whyNotBookable(start, minutes, opening) === null);
  return first === -1 ? [] : starts.slice(first);
}

/** The sentence for each reason; says what to do instead. */
export function notBookableMessage(reason: NotBookable, limits: BookingLimits): string {
  switch (reason) {
    case 'past':
      return 'That time has passed. Pick a later one.';
    case 'half-hour':
      return 'Visits start on the hour or half hour. Pick one of those.';
    case 'opening-hours': {
      const [opens, closes] = [timeOf(limits.opensAtMinute), timeOf(limits.closesAtMinute)];
      return `Visits run between ${opens} and ${closes}. Pick a time that leaves room for the whole visit.`;
    }
    case 'too-soon':
      return `We need ${counted(limits.leadHours, 'hour')} to plan. Pick a later time.`;
    case 'too-far':
      return `You can book up to ${counted(limits.horizonDays, 'day')} ahead. Pick an earlier day.`;
    case 'series-too-long':
      return `A series can run for up to ${counted(limits.seriesMonths, 'month')}. Book fewer visits.`;
    case 'holiday':
      return 'We are closed on that public holiday. Pick another day.';
  }
}

/** 8 am, 8.30 pm. */
function timeOf(minute: number): string {
  const [hour, past] = [Math.floor(minute / 60), minute % 60];
  return `${hour % 12 || 12}${past === 0 ? '' : `.${past}`} ${hour < 12 ? 'am' : 'pm'}`;
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
