import { z } from 'zod';
import { t } from '#platform/web/i18n/office.ts';
import { type Times, timesOfDays } from './whole-days.ts';

/** `2026-12-24`, or the invalid input. */
const day = z.iso.date({ error: t('Enter a day, like 24/12/2026.'), abort: true });

/** Start and end, in days or times, and the reason. */
const periodFields = {
  wholeDays: z.boolean(),
  firstDay: day,
  firstTime: z.string(),
  lastDay: day,
  lastTime: z.string(),
  description: z.string(),
};
const periodForm = z.object(periodFields);
export type PeriodValues = z.input<typeof periodForm>;

export const EMPTY_PERIOD: PeriodValues = {
  wholeDays: true,
  firstDay: '',
  firstTime: '',
  lastDay: '',
  lastTime: '',
  description: '',
};

/** The values and validation of the time off form. */
export const timeOffForm = z
  .object({
    ...periodFields,
    cleanerIDs: z
      .array(z.string())
      .min(1, { error: t('Choose at least one cleaner.') })
      .readonly(),
  })
  .superRefine((values, { addIssue }) => addIssues(addIssue, mistakesInTimes(values)));

export type TimeOffValues = z.input<typeof timeOffForm>;

/** The values and validation of the block booking form. */
export const blockForm = z
  .object({
    ...periodFields,
    cleanerType: z.enum(['all', 'selected']),
    cleanerIDs: z.array(z.string()).readonly(),
    /** '' means all visits. */
    jobType: z.string(),
  })
  .superRefine((values, { addIssue }) => {
    const isForNobody = values.cleanerType === 'selected' && values.cleanerIDs.length === 0;
    addIssues(addIssue, {
      ...mistakesInTimes(values),
      ...(isForNobody && { cleanerIDs: t('Choose at least one cleaner.') }),
    });
  });

export type BlockValues = z.input<typeof blockForm>;

function addIssues(addIssue: z.RefinementCtx['addIssue'], mistakes: Readonly<Record<string, string>>): void {
  for (const [field, message] of Object.entries(mistakes))
    addIssue({ code: 'custom', path: [field], message });
}

function mistakesInTimes(values: PeriodValues): Readonly<Record<string, string>> {
  const { wholeDays, firstDay, firstTime, lastDay, lastTime } = values;
  if (!wholeDays && (firstTime === '' || lastTime === '')) {
    return {
      ...(firstTime === '' && { firstTime: t('Choose when it starts.') }),
      ...(lastTime === '' && { lastTime: t('Choose when it ends.') }),
    };
  }
  const { startTime, endTime } = timesOf(values);
  if (endTime > startTime) return {};
  return firstDay === lastDay && !wholeDays
    ? { lastTime: t('The end must be after the start.') }
    : { lastDay: t('The last day is before the first.') };
}

/** Start and end in business time. */
export function timesOf({ wholeDays, firstDay, firstTime, lastDay, lastTime }: PeriodValues): Times {
  if (wholeDays) return timesOfDays({ from: firstDay, until: lastDay });
  return { startTime: `${firstDay} ${firstTime}`, endTime: `${lastDay} ${lastTime}` };
}
