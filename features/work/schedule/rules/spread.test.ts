import { describe, expect, test } from 'vitest';
import { isSpread, spread, type TimeOfDay } from './spread.ts';

/** `02 09:30` is the 2nd of December at 9:30. */
function at(text: string): TimeOfDay {
  const [day = '', time = ''] = text.split(' ');
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return {
    at: Date.parse(`2026-12-${day}T${time}:00+08:00`),
    minuteOfDay: hour * 60 + minute,
  };
}

const halfHours = (day: string, from: number, until: number) =>
  Array.from({ length: (until - from) * 2 }, (_, i) => {
    const hour = String(from + Math.floor(i / 2)).padStart(2, '0');
    return `${day} ${hour}:${i % 2 === 0 ? '00' : '30'}`;
  });

describe('alternatives to an unavailable time', () => {
  test.each<[what: string, free: string[], wanted: string, offered: string[]]>([
    [
      'earlier and later that day, and the same hour on the nearest other day',
      ['02 08:30', '02 09:30', '02 10:00', '03 08:00', '03 09:00', '01 15:00'],
      '02 09:00',
      ['02 08:30', '02 09:30', '03 09:00'],
    ],
    [
      'not only the half hours of one day',
      [...halfHours('02', 8, 18).filter((time) => time !== '02 09:00'), ...halfHours('03', 8, 18)],
      '02 09:00',
      ['02 08:30', '02 09:30', '03 09:00'],
    ],
    [
      'the time itself with other cleaners, and its nearer neighbour',
      ['02 08:00', '02 09:00', '02 09:30', '03 10:00'],
      '02 09:00',
      ['02 09:00', '02 09:30', '03 10:00'],
    ],
    [
      'none earlier: filled with the next later one',
      ['02 09:30', '02 10:00', '02 10:30', '04 09:00'],
      '02 09:00',
      ['02 09:30', '02 10:00', '04 09:00'],
    ],
    [
      'none on that day: filled with the nearest of all',
      ['01 15:00', '03 09:00', '03 14:00', '05 09:00'],
      '02 09:00',
      ['03 09:00', '03 14:00', '01 15:00'],
    ],
    [
      'on another day the same hour first',
      ['01 16:00', '01 09:00', '04 09:00'],
      '02 09:00',
      ['01 09:00', '01 16:00', '04 09:00'],
    ],
    ['a nearer day before a nearer hour', ['03 17:00', '04 09:00'], '02 09:00', ['03 17:00', '04 09:00']],
    [
      'the earlier of two equally near days',
      ['01 09:00', '03 09:00', '02 10:00', '02 08:00'],
      '02 09:00',
      ['02 08:00', '02 10:00', '01 09:00'],
    ],
    ['only that day is free', halfHours('02', 10, 12), '02 09:00', ['02 10:00', '02 10:30', '02 11:00']],
    ['across the end of a month', ['30 09:00', '31 10:00'], '31 09:00', ['31 10:00', '30 09:00']],
    ['fewer than three', ['02 10:00'], '02 09:00', ['02 10:00']],
    ['nothing', [], '02 09:00', []],
  ])('%s', (_what, free, wanted, offered) => {
    for (const order of [free, free.toReversed()]) expect(spread(order, at, at(wanted))).toEqual(offered);
  });
});

test.each([
  [['02 08:30', '02 09:30', '02 10:00'], false],
  [['02 08:30', '02 09:30', '03 10:00'], true],
  [['03 08:30', '03 09:30'], false],
])('searching further is useless once %s are found: %s', (times, expected) => {
  expect(isSpread(times.map(at), at('02 09:00'))).toBe(expected);
});
