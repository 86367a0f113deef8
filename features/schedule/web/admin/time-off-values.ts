import type { Errors } from '#platform/web/forms/form-state.ts';
import { type Times, timesOfDays } from './whole-days.ts';

/** What the form for time off holds; a type, because forms take plain records. */
export type TimeOffValues = {
  readonly cleanerIds: readonly string[];
  readonly wholeDays: boolean;
  /** `2026-12-24`, or what was typed instead. */
  readonly firstDay: string;
  readonly firstTime: string;
  readonly lastDay: string;
  readonly lastTime: string;
  readonly description: string;
};

const isDay = (written: string) => /^\d{4}-\d\d-\d\d$/.test(written);
const NO_DAY = 'Enter a day, like 24/12/2026.';

/** What is wrong, by field. */
export function checkTimeOff(values: TimeOffValues): Errors {
  const { cleanerIds, wholeDays, firstDay, lastDay } = values;
  const errors: Record<string, string> = {};
  if (cleanerIds.length === 0) errors.cleanerIds = 'Choose at least one cleaner.';
  if (!isDay(firstDay)) errors.firstDay = NO_DAY;
  if (!isDay(lastDay)) errors.lastDay = NO_DAY;
  if (!wholeDays && values.firstTime === '') errors.firstTime = 'Choose when it starts.';
  if (!wholeDays && values.lastTime === '') errors.lastTime = 'Choose when it ends.';
  if (Object.keys(errors).length > 0) return errors;
  const { startTime, endTime } = timesOf(values);
  if (endTime > startTime) return {};
  return firstDay === lastDay && !wholeDays
    ? { lastTime: 'The end must be after the start.' }
    : { lastDay: 'The last day is before the first.' };
}

/** From when to when, in business time. */
export function timesOf({ wholeDays, firstDay, firstTime, lastDay, lastTime }: TimeOffValues): Times {
  if (wholeDays) return timesOfDays({ from: firstDay, until: lastDay });
  return { startTime: `${firstDay} ${firstTime}`, endTime: `${lastDay} ${lastTime}` };
}
