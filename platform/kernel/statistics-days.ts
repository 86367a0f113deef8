import { readDay } from './business-time.ts';
import { type Refusal, refuseField } from './refusal.ts';

interface DaysAsked {
  /** `YYYY-MM-DD`, inclusive */
  readonly from_date?: string | undefined;
  readonly to_date?: string | undefined;
}

export interface DayRange {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

/** Maximum number of days, one row each: three years. */
export const MAX_DAYS = 1100;

/**
 * The requested days; defaults to the current month. With only one end, the range is from it or up to it within its
 * month.
 */
export function statisticsDays(asked: DaysAsked, today: Temporal.PlainDate): DayRange | Refusal<'invalid'> {
  const from = readDay(asked.from_date ?? '');
  const to = readDay(asked.to_date ?? '');
  const first = from ?? (to ?? today).with({ day: 1 });
  const last = to ?? (from ?? today).with({ day: 31 });
  const days = first.until(last).days + 1;
  if (days < 1) return refuseField('to_date', 'The last day is before the first. Choose a later one.');
  if (days > MAX_DAYS) return refuseField('to_date', 'Choose three years at most.');
  return { first, last };
}

/** Every day of a range in ISO format, the first one first. */
export function daysOf({ first, last }: DayRange): string[] {
  const count = first.until(last).days + 1;
  return Array.from({ length: count }, (_, i) => first.add({ days: i }).toString());
}
