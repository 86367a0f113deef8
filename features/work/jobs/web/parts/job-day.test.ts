import { expect, test } from 'vitest';
import { rulerBlockOf } from './job-day.ts';

test('a job includes its break on the day ruler', () => {
  const job = {
    startTime: '2026-11-24T09:00:00+08:00',
    hours: 8,
    breakHours: 1,
    jobType: 'moving-in-out',
  } as const;
  expect(rulerBlockOf(job)).toEqual({ start: 9, hours: 9, service: 'moving-in-out' });
});
