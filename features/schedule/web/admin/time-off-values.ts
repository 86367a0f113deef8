import { z } from 'zod';
import { type Times, timesOfDays } from './whole-days.ts';

/** A day is `2026-12-24`, or what was typed instead. */
const day = z.iso.date({ error: 'Enter a day, like 24/12/2026.', abort: true });

/** What the form for time off holds, and what is wrong with it. */
export const timeOffForm = z
  .object({
    cleanerIds: z.array(z.string()).min(1, { error: 'Choose at least one cleaner.' }).readonly(),
    wholeDays: z.boolean(),
    firstDay: day,
    firstTime: z.string(),
    lastDay: day,
    lastTime: z.string(),
    description: z.string(),
  })
  .superRefine((values, { addIssue }) => {
    for (const [field, message] of Object.entries(mistakesInTimes(values))) {
      addIssue({ code: 'custom', path: [field], message });
    }
  });

export type TimeOffValues = z.input<typeof timeOffForm>;

function mistakesInTimes(values: TimeOffValues): Readonly<Record<string, string>> {
  const { wholeDays, firstDay, firstTime, lastDay, lastTime } = values;
  if (!wholeDays && (firstTime === '' || lastTime === '')) {
    return {
      ...(firstTime === '' && { firstTime: 'Choose when it starts.' }),
      ...(lastTime === '' && { lastTime: 'Choose when it ends.' }),
    };
  }
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
