import { expect, test } from 'vitest';
import { type TimeOffValues, timeOffForm, timesOf } from './time-off-values.ts';

const DAYS: TimeOffValues = {
  cleanerIDs: ['siti'],
  wholeDays: true,
  firstDay: '2026-12-24',
  firstTime: '',
  lastDay: '2026-12-25',
  lastTime: '',
  description: '',
};
const TIMES: TimeOffValues = {
  ...DAYS,
  wholeDays: false,
  lastDay: DAYS.firstDay,
  firstTime: '09:00',
  lastTime: '13:00',
};

const wrongFields = (values: TimeOffValues) =>
  timeOffForm.safeParse(values).error?.issues.map((issue) => issue.path.join('.')) ?? [];

test.each<[string, TimeOffValues]>([
  ['whole days', DAYS],
  ['a single whole day', { ...DAYS, lastDay: DAYS.firstDay }],
  ['some hours', TIMES],
])('%s are valid', (_what, values) => {
  expect(wrongFields(values)).toEqual([]);
});

test.each<[string, TimeOffValues, string[]]>([
  ['nobody', { ...DAYS, cleanerIDs: [] }, ['cleanerIDs']],
  ['missing days', { ...DAYS, firstDay: '', lastDay: 'Friday' }, ['firstDay', 'lastDay']],
  ['days in the wrong order', { ...DAYS, lastDay: '2026-12-23' }, ['lastDay']],
  ['missing times', { ...TIMES, firstTime: '', lastTime: '' }, ['firstTime', 'lastTime']],
  ['an end before the start', { ...TIMES, lastTime: '08:00' }, ['lastTime']],
])('%s: the errors are on the right fields', (_what, values, fields) => {
  expect(wrongFields(values)).toEqual(fields);
});

test('the last whole day is included', () => {
  expect(timesOf(DAYS)).toEqual({ startTime: '2026-12-24 00:00', endTime: '2026-12-26 00:00' });
  expect(timesOf(TIMES)).toEqual({ startTime: '2026-12-24 09:00', endTime: '2026-12-24 13:00' });
});
