import { atMinute, dayOf } from '#platform/kernel/business-time.ts';

/** Visits lie between 08:00 and 20:00. Source: DOMAIN.md 2.2. */
export const OPENS_AT_MINUTE = 8 * 60;
export const CLOSES_AT_MINUTE = 20 * 60;
/** Visits start on the half hour. Source: DOMAIN.md 2.2. */
export const SLOT_STEP_MINUTES = 30;
/** Customers book at least this far ahead; the office does not have to. Source: DOMAIN.md 2.2, API.md 9. */
export const LEAD_HOURS = 24;
/** And at most this far. Source: DOMAIN.md 2.2, API.md 9. */
export const HORIZON_DAYS = 60;
/** The later dates of a series may lie this far ahead. Source: API.md 9. */
export const SERIES_MONTHS = 12;

/** Days without slots: day → the holiday's name. */
export type ClosedDays = ReadonlyMap<string, string>;

/** What decides about times for everybody: the business zone, its closed days, and the time now. */
export interface Opening {
  readonly zone: string;
  readonly closedDays: ClosedDays;
  readonly now: Temporal.Instant;
  /** Lead and horizon bind customers, not the office. */
  readonly bindsLead: boolean;
  /** The later dates of a series are bound by `SERIES_MONTHS` instead. */
  readonly isLaterDate?: boolean;
}

/** What holds for the dates of a series that come after the first. */
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

/** Why no visit of `minutes` may start at `start`, whoever is free; null when it may. */
export function whyNotBookable(
  start: Temporal.Instant,
  minutes: number,
  opening: Opening,
): NotBookable | null {
  const { zone, now } = opening;
  const local = start.toZonedDateTimeISO(zone); // once: months of starts are judged in one go
  const [day, startMinute] = [local.toPlainDate(), local.hour * 60 + local.minute];
  // By the clock of the zone, which may be a quarter of an hour off the half hours since 1970.
  const isOnStep = startMinute % SLOT_STEP_MINUTES === 0 && start.epochMilliseconds % 60_000 === 0;
  if (!isOnStep) return 'half-hour';
  if (startMinute < OPENS_AT_MINUTE || startMinute + minutes > CLOSES_AT_MINUTE) return 'opening-hours';
  if (opening.closedDays.has(day.toString())) return 'holiday';
  if (Temporal.Instant.compare(start, now) < 0) return 'past';
  if (!opening.bindsLead) return null;
  if (Temporal.Instant.compare(start, now.add({ hours: LEAD_HOURS })) < 0) return 'too-soon';
  if (Temporal.PlainDate.compare(day, lastBookableDay(opening)) <= 0) return null;
  return opening.isLaterDate ? 'series-too-long' : 'too-far';
}

/** The last day that customers may book, whole. */
export function lastBookableDay(opening: Opening): Temporal.PlainDate {
  const today = dayOf(opening.now, opening.zone);
  return today.add(opening.isLaterDate ? { months: SERIES_MONTHS } : { days: HORIZON_DAYS });
}

/** Every start of a day at which a visit of `minutes` may begin, whoever is free. */
export function bookableStarts(
  day: Temporal.PlainDate,
  minutes: number,
  opening: Opening,
): Temporal.Instant[] {
  const opens = atMinute(day, OPENS_AT_MINUTE, opening.zone);
  const starts: Temporal.Instant[] = [];
  // No zone moves its clocks while we are open (roster.test.ts).
  for (let after = 0; OPENS_AT_MINUTE + after + minutes <= CLOSES_AT_MINUTE; after += SLOT_STEP_MINUTES)
    starts.push(opens.add({ minutes: after }));
  // What is against one of these and not against all of the day is that it comes too early: the first decides.
  const first = starts.findIndex((start) => whyNotBookable(start, minutes, opening) === null);
  return first === -1 ? [] : starts.slice(first);
}

/** The sentence for each reason: what to do instead. */
export function notBookableMessage(reason: NotBookable): string {
  return SENTENCES[reason];
}

const SENTENCES: Readonly<Record<NotBookable, string>> = {
  past: 'That time has passed. Pick a later one.',
  'half-hour': 'Visits start on the hour or half hour. Pick one of those.',
  'opening-hours': 'Visits run between 8 am and 8 pm. Pick a time that leaves room for the whole visit.',
  'too-soon': 'We need 24 hours to plan. Pick a later time.',
  'too-far': 'You can book up to 60 days ahead. Pick an earlier day.',
  'series-too-long': 'A series can run for up to 12 months. Book fewer visits.',
  holiday: 'We are closed on that public holiday. Pick another day.',
};
