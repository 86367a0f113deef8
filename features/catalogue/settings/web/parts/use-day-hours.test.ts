import { expect, test } from 'vitest';
import { dayHourLabels } from './use-day-hours.ts';

test.each([
  [8, 20, 'en', '8 am|11|2 pm|5|8 pm'],
  [8, 20, 'zh', '早8点|11点|下午2点|5点|晚8点'],
  [6, 21, 'en', '6 am|9|12 pm|3|6|9 pm'],
  [9, 18, 'en', '9 am|12 pm|3|6 pm'],
  [9, 18, 'zh', '早9点|中午12点|3点|晚6点'],
  [8, 21, 'en', '8 am|9 pm'],
] as const)('a day from %d to %d, in %s', (from, to, language, expected) => {
  expect(dayHourLabels(from, to, language).join('|')).toBe(expected);
});
