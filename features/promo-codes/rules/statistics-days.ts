import { readDay } from '#platform/kernel/business-time.ts';
import { type Refusal, refuseField } from '#platform/kernel/refusal.ts';

interface DaysAsked {
  /** `YYYY-MM-DD`, both included. */
  readonly from_date?: string | undefined;
  readonly to_date?: string | undefined;
}

export interface DayRange {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

/** The days that were asked for: the current month; with one day alone, from or up to it within its month. */
export function statisticsDays(asked: DaysAsked, today: Temporal.PlainDate): DayRange | Refusal<'invalid'> {
  const from = readDay(asked.from_date ?? '');
  const to = readDay(asked.to_date ?? '');
  const first = from ?? (to ?? today).with({ day: 1 });
  const last = to ?? (from ?? today).with({ day: 31 });
  return Temporal.PlainDate.compare(first, last) > 0
    ? refuseField('to_date', 'The last day is before the first. Choose a later one.')
    : { first, last };
}
