import type { Grouping } from '#features/office/statistics/rules/periods.ts';
import { MAX_DAYS } from '#platform/kernel/statistics-days.ts';
import { addDays, mondayOf } from '#platform/web/business-time.ts';
import { t } from '#platform/web/i18n/office.ts';
import { isDay } from '#platform/web/office/list-state.ts';

/** Business days in ISO format, `2026-11-30`; both ends are inclusive. */
export interface Period {
  readonly first: string;
  readonly last: string;
}

export const PRESETS = [
  'today',
  'last-7-days',
  'last-30-days',
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
  'this-year',
  'last-year',
] as const;
export type Preset = (typeof PRESETS)[number];

export function periodOf(preset: Preset, today: string): Period {
  switch (preset) {
    case 'today':
      return { first: today, last: today };
    case 'last-7-days':
      return { first: addDays(today, -6), last: today };
    case 'last-30-days':
      return { first: addDays(today, -29), last: today };
    case 'this-month':
      return monthsFrom(monthOf(today), 1);
    case 'last-month':
      return monthsFrom(monthOf(today) - 1, 1);
    case 'this-quarter':
      return monthsFrom(monthOf(today) - (monthOf(today) % 3), 3);
    case 'last-quarter':
      return monthsFrom(monthOf(today) - (monthOf(today) % 3) - 3, 3);
    case 'this-year':
      return monthsFrom(monthOf(today) - (monthOf(today) % 12), 12);
    case 'last-year':
      return monthsFrom(monthOf(today) - (monthOf(today) % 12) - 12, 12);
  }
}

/** The errors of two days as a period, by field; null if valid. */
export function problemOfPeriod({ first, last }: Period): Partial<Period> | null {
  if (!isDay(first)) return { first: t('Enter a day, like 1/11/2026.') };
  if (!isDay(last)) return { last: t('Enter a day, like 30/11/2026.') };
  if (last < first) return { last: t('Choose a day on or after the first one.') };
  return daysIn({ first, last }) > MAX_DAYS ? { last: t('Choose three years at most.') } : null;
}

/** For whole months, as many whole months before; otherwise the same number of days just before. */
export function previousPeriod(period: Period): Period {
  const [from, to] = [monthOf(period.first), monthOf(period.last)];
  const months = to - from + 1;
  const whole = monthsFrom(from, months);
  if (whole.first === period.first && whole.last === period.last) return monthsFrom(from - months, months);
  const days = daysIn(period);
  return { first: addDays(period.first, -days), last: addDays(period.first, -1) };
}

/** The same days a year earlier: whole months stay whole, and 29 February becomes the 28th. */
export function yearBefore(period: Period): Period {
  const [from, to] = [monthOf(period.first), monthOf(period.last)];
  const whole = monthsFrom(from, to - from + 1);
  if (whole.first === period.first && whole.last === period.last) return monthsFrom(from - 12, to - from + 1);
  const earlier = (day: string) =>
    `${Number(day.slice(0, 4)) - 1}${day.slice(4).replace('-02-29', '-02-28')}`;
  return { first: earlier(period.first), last: earlier(period.last) };
}

const DAY = 86_400_000; // ms

export function daysIn({ first, last }: Period): number {
  return (Date.parse(last) - Date.parse(first)) / DAY + 1;
}

interface DayRow {
  readonly date: string;
}

/** The rows of one bar; `date` is the first of them. */
export interface Bucket<Row extends DayRow> {
  readonly date: string;
  readonly rows: readonly Row[];
}

/** More days than this are grouped by week, more than a year by month, so that bars stay wide enough to point at. */
const MAX_BARS_OF_DAYS = 62;
const YEAR = 366;

/** What fits a period's length. */
export function groupingOf(period: Period): Grouping {
  const days = daysIn(period);
  if (days <= MAX_BARS_OF_DAYS) return 'day';
  return days <= YEAR ? 'week' : 'month';
}

export function bucketsOf<Row extends DayRow>(rows: readonly Row[], by: Grouping): Bucket<Row>[] {
  const startOf = STARTS[by];
  return [...Map.groupBy(rows, ({ date }) => startOf(date)).values()].map((grouped) => ({
    date: grouped[0]?.date ?? '',
    rows: grouped,
  }));
}

/** `+25 %` of a value against that of the previous period; null if there is nothing to compare with. */
export function changeInPercent(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / Math.abs(before)) * 100);
}

const STARTS: Readonly<Record<Grouping, (day: string) => string>> = {
  day: (day) => day,
  week: mondayOf,
  month: (day) => `${day.slice(0, 7)}-01`,
};

/** Months since year 0. */
function monthOf(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

function monthsFrom(month: number, count: number): Period {
  return { first: firstOf(month), last: addDays(firstOf(month + count), -1) };
}

function firstOf(month: number): string {
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}
