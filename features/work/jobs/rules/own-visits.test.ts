import { expect, test } from 'vitest';
import { ownVisitsAt, timesBesideOwn, type VisitTime } from './own-visits.ts';

const time = (from: string, to: string, day = '27'): VisitTime => ({
  startTime: `2026-11-${day}T${from}:00+08:00`,
  endTime: `2026-11-${day}T${to}:00+08:00`,
});

const own = time('10:00', '13:00');

test.each([
  ['the same time', [time('10:00', '13:00')], [own]],
  ['a later start during the visit', [time('12:30', '15:30')], [own]],
  ['a time that contains the visit', [time('09:00', '14:00')], [own]],
  ['a time that begins when the visit ends', [time('13:00', '16:00')], []],
  ['a time that ends when the visit begins', [time('08:00', '10:00')], []],
  ['the same hours another day', [time('10:00', '13:00', '28')], []],
  ['one of several times', [time('10:00', '13:00', '20'), time('10:00', '13:00')], [own]],
  ['no time', [], []],
])('own visits at %s', (_what, times, expected) => {
  expect(ownVisitsAt([own], times)).toEqual(expected);
});

test('proposes only times outside the customer\u2019s own visits', () => {
  const [before, during, after] = [time('07:00', '10:00'), time('11:00', '14:00'), time('13:00', '16:00')];
  expect(timesBesideOwn([before, during, after], [own])).toEqual([before, after]);
});
