import { dayBounds, dayOf, readDay } from '#platform/kernel/business-time.ts';

/** A calendar month in business time, `2026-11`. */
export type Month = string;

/** True for `2026-11`, in the years that times may have. */
export function isMonth(written: string): boolean {
  return /^\d{4}-\d\d$/.test(written) && readDay(`${written}-01`) !== null;
}

/** The first day of a month. */
export function firstDayOf(month: Month): Temporal.PlainDate {
  return Temporal.PlainDate.from(`${month}-01`);
}

export function lastDayOf(month: Month): Temporal.PlainDate {
  return firstDayOf(month).add({ months: 1 }).subtract({ days: 1 });
}

export function monthOf(instant: Temporal.Instant, zone: string): Month {
  return dayOf(instant, zone).toPlainYearMonth().toString();
}

/** The half-open interval of a month. */
export function monthBounds(month: Month, zone: string) {
  return { start: dayBounds(firstDayOf(month), zone).start, end: dayBounds(lastDayOf(month), zone).end };
}

/** The months from one to another, newest first; none if the first is later. */
export function monthsBetween(first: Month, last: Month): Month[] {
  const count = firstDayOf(first).until(firstDayOf(last), { largestUnit: 'month' }).months;
  return Array.from({ length: Math.max(0, count + 1) }, (_, back) =>
    firstDayOf(last).subtract({ months: back }).toPlainYearMonth().toString(),
  );
}

const NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** For sentences of the office: `November 2026`. */
export function monthName(month: Month): string {
  const { year, month: number } = firstDayOf(month);
  return `${NAMES[number - 1]} ${year}`;
}
