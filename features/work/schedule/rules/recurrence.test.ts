import { describe, expect, test } from 'vitest';
import { fitsSeries, seriesDates, seriesStarts, whyWrongException } from './recurrence.ts';

const zone = 'Asia/Singapore';
const at = (local: string) => Temporal.PlainDateTime.from(`2026-${local}`).toZonedDateTime(zone).toInstant();
/** Tuesdays: 1, 8, 15 and 22 December. */
const first = at('12-01T09:00');
const weekly = seriesStarts(first, { interval: 'weekly', count: 4 }, zone);
const exception = (seriesDate: string, instead: string | null) => ({
  seriesDate: at(`${seriesDate}T09:00`),
  instead: instead === null ? null : at(instead),
});

describe('the dates of a series', () => {
  const show = (starts: readonly Temporal.Instant[]) =>
    starts.map((start) => start.toZonedDateTimeISO(zone).toPlainDate().toString().slice(2));
  test.each([
    ['weekly', '12-01', { interval: 'weekly', count: 3 }, ['26-12-01', '26-12-08', '26-12-15']],
    [
      'every three weeks',
      '12-01',
      { interval: 'three-weekly', count: 3 },
      ['26-12-01', '26-12-22', '27-01-12'],
    ],
    ['every four weeks', '12-01', { interval: 'four-weekly', count: 2 }, ['26-12-01', '26-12-29']],
    [
      'Tuesdays and Fridays, from a Tuesday',
      '12-01',
      { interval: 'weekly', weekdays: [5, 2], count: 4 },
      ['26-12-01', '26-12-04', '26-12-08', '26-12-11'],
    ],
    [
      'Tuesdays and Fridays, from a Friday: the Tuesday before it does not count',
      '12-04',
      { interval: 'weekly', weekdays: [2, 5], count: 3 },
      ['26-12-04', '26-12-08', '26-12-11'],
    ],
    [
      'two days every two weeks',
      '12-01',
      { interval: 'fortnightly', weekdays: [4], count: 4 },
      ['26-12-01', '26-12-03', '26-12-15', '26-12-17'],
    ],
    ['the first Tuesday', '12-01', { interval: 'monthly', count: 3 }, ['26-12-01', '27-01-05', '27-02-02']],
    ['the fourth Thursday', '12-24', { interval: 'monthly', count: 3 }, ['26-12-24', '27-01-28', '27-02-25']],
    [
      'the fifth Tuesday is the last one',
      '12-29',
      { interval: 'monthly', count: 4 },
      ['26-12-29', '27-01-26', '27-02-23', '27-03-30'],
    ],
    [
      'monthly ones have one weekday',
      '12-01',
      { interval: 'monthly', weekdays: [3], count: 2 },
      ['26-12-01', '27-01-05'],
    ],
  ] as const)('%s', (_what, day, recurrence, expected) => {
    expect(show(seriesStarts(at(`${day}T09:00`), recurrence, zone))).toEqual(expected);
  });

  test('without an end: twelve weeks, at the same local time across clock changes', () => {
    const starts = seriesStarts(at('12-01T09:00'), { interval: 'fortnightly', count: null }, zone);
    expect(show(starts)).toEqual([
      '26-12-01',
      '26-12-15',
      '26-12-29',
      '27-01-12',
      '27-01-26',
      '27-02-09',
      '27-02-23',
    ]);
    const first = Temporal.ZonedDateTime.from('2026-03-17T09:00[Europe/Berlin]').toInstant();
    const local = seriesStarts(first, { interval: 'weekly', count: 3 }, 'Europe/Berlin').map(
      (start) => start.toZonedDateTimeISO('Europe/Berlin').hour,
    );
    expect(local).toEqual([9, 9, 9]);
  });
});

describe('the exceptions of a series', () => {
  test.each([
    ['none', [], null],
    ['another hour', [['12-08', '12-08T14:00']], null],
    ['another day', [['12-08', '12-09T09:00']], null],
    ['the day before the next visit', [['12-08', '12-14T09:00']], null],
    [
      'the first earlier, the last later',
      [
        ['12-01', '11-30T09:00'],
        ['12-22', '12-23T09:00'],
      ],
      null,
    ],
    ['skipped', [['12-08', null]], null],
    [
      'all but one is skipped',
      [
        ['12-01', null],
        ['12-08', null],
        ['12-15', null],
      ],
      null,
    ],
    [
      'moved past a skipped date',
      [
        ['12-08', '12-16T09:00'],
        ['12-15', null],
      ],
      null,
    ],
    ['a date that is not in the series', [['12-02', null]], 'no-such-date'],
    [
      'the same date twice',
      [
        ['12-08', null],
        ['12-08', '12-09T09:00'],
      ],
      'twice',
    ],
    ['on the day of the visit before', [['12-08', '12-01T14:00']], 'out-of-order'],
    ['on the day of the visit after', [['12-08', '12-15T14:00']], 'out-of-order'],
    [
      'two visits that swap dates',
      [
        ['12-08', '12-11T09:00'],
        ['12-15', '12-10T09:00'],
      ],
      'out-of-order',
    ],
    [
      'two visits on the same day',
      [
        ['12-08', '12-11T09:00'],
        ['12-15', '12-11T14:00'],
      ],
      'out-of-order',
    ],
    ['the first visit a week earlier', [['12-01', '11-24T09:00']], 'out-of-order'],
    ['the last visit a week later', [['12-22', '12-29T09:00']], 'out-of-order'],
    [
      'all are skipped',
      [
        ['12-01', null],
        ['12-08', null],
        ['12-15', null],
        ['12-22', null],
      ],
      'nothing-left',
    ],
  ] as const)('%s', (_what, exceptions, why) => {
    const given = exceptions.map(([seriesDate, instead]) => exception(seriesDate, instead));
    expect(whyWrongException(weekly, given, zone)?.why ?? null).toBe(why);
  });

  test('are applied in date order', () => {
    const given = [exception('12-15', '12-16T10:00'), exception('12-08', null)];
    expect(seriesDates(weekly, given).map(({ start }) => String(start))).toEqual(
      ['12-01T09:00', '12-16T10:00', '12-22T09:00'].map((local) => String(at(local))),
    );
  });

  test('leave room for one day between two visits a fortnight apart', () => {
    const dates = seriesDates(seriesStarts(first, { interval: 'fortnightly', count: 2 }, zone), []);
    const moved = (local: string) => fitsSeries(dates, { seriesDate: first, start: at(local) }, zone);
    expect(['12-14T09:00', '12-15T08:00'].map(moved)).toEqual([true, false]);
  });
});
