import { expect, test } from 'vitest';
import { conflictingJobs } from './conflicting-jobs.ts';

const HOUR = 3_600_000;
/** A job on a Tuesday, in whole hours. */
const job = (from: number, until: number) => ({
  jobID: `${from}-${until}`,
  weekday: 2,
  startMinute: from * 60,
  endMinute: until * 60,
  start: from * HOUR,
  end: until * HOUR,
});
const tuesday = (from: number, until: number, available = true) => ({
  2: { available, shifts: [[from * 60, until * 60] as const] },
});
const off = (from: number, until: number) => ({ start: from * HOUR, end: until * HOUR });

test.each([
  ['unchanged hours break nothing', { after: tuesday(9, 18), broken: [] }],
  ['later hours break the morning', { after: tuesday(11, 18), broken: ['9-12'] }],
  ['a day off breaks both', { after: tuesday(9, 18, false), broken: ['9-12', '14-17'] }],
  ['longer hours break nothing', { after: tuesday(8, 20), broken: [] }],
  [
    'a job that did not fit before is not reported',
    { before: tuesday(13, 18), after: tuesday(14, 18), broken: [] },
  ],
  ['new time off breaks the jobs it overlaps', { newTimeOff: [off(11, 14)], broken: ['9-12'] }],
  ['time off next to a job breaks nothing', { newTimeOff: [off(12, 14)], broken: [] }],
])('%s', (_what, { broken, ...change }) => {
  const usual = { before: tuesday(9, 18), after: tuesday(9, 18), newTimeOff: [] };
  const found = conflictingJobs([job(9, 12), job(14, 17)], { ...usual, ...change });
  expect(found.map((each) => each.jobID)).toEqual(broken);
});
