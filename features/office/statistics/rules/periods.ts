import { type DayRange, daysOf } from '#platform/kernel/statistics-days.ts';

export const GROUPINGS = ['day', 'week', 'month'] as const;
/** Rows of statistics: one a day, a week from Monday, or a calendar month. */
export type Grouping = (typeof GROUPINGS)[number];

/** Consecutive business days, `YYYY-MM-DD`, both inclusive: the part of a week or a month within the range. */
export interface Period {
  readonly from_date: string;
  readonly to_date: string;
}

/** The periods of a range, the earliest first. The first and the last one may be incomplete. */
export function periodsOf(range: DayRange, by: Grouping): Period[] {
  const days = Map.groupBy(daysOf(range), (day) => firstDayOf(day, by));
  return [...days.values()].map((of) => ({ from_date: of[0] ?? '', to_date: of.at(-1) ?? '' }));
}

/** Finds the rows of a period of a range. */
export function rowsIn<Row extends { readonly date: string }>(
  rows: readonly Row[],
  by: Grouping,
): (period: Period) => readonly Row[] {
  const grouped = Map.groupBy(rows, ({ date }) => firstDayOf(date, by));
  return ({ from_date }) => grouped.get(firstDayOf(from_date, by)) ?? [];
}

function firstDayOf(day: string, by: Grouping): string {
  if (by === 'day') return day;
  if (by === 'month') return `${day.slice(0, 7)}-01`;
  const date = Temporal.PlainDate.from(day);
  return date.subtract({ days: date.dayOfWeek - 1 }).toString();
}

/** The sum of a figure over rows. */
export function sumOf<Row>(rows: readonly Row[], figure: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + figure(row), 0);
}

/** The sums of several figures over rows. */
export function sumsOf<K extends string>(
  rows: readonly Readonly<Record<K, number>>[],
  ...figures: readonly K[]
): Record<K, number> {
  const sums = figures.map((figure) => [figure, sumOf(rows, (row) => row[figure])]);
  return Object.fromEntries(sums) as Record<K, number>;
}
