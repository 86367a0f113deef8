import { describe, expect, test } from 'vitest';
import { DEFAULTS } from '#features/catalogue/settings/rules/settings.ts';
import {
  bookableStarts,
  type NotBookable,
  notBookableMessage,
  type Opening,
  whyNotBookable,
} from './opening.ts';

const zone = 'Asia/Singapore';
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant();
const opening: Opening = {
  ...DEFAULTS,
  zone,
  closedDays: new Map([['2026-12-25', 'Christmas Day']]),
  now: at('2026-11-23T10:00'),
  bindsLead: true,
};
const office: Opening = { ...opening, bindsLead: false };

const cases: readonly [string, string, number, Opening, NotBookable | null][] = [
  ['exactly a day ahead', '2026-11-24T10:00', 180, opening, null],
  ['half an hour less than a day ahead', '2026-11-24T09:30', 180, opening, 'too-soon'],
  ['half an hour less than a day ahead, for the office', '2026-11-24T09:30', 180, office, null],
  ['an hour ago, even for the office', '2026-11-23T09:00', 180, office, 'past'],
  ['this moment, for the office', '2026-11-23T10:00', 180, office, null],
  ['a quarter past the hour', '2026-11-25T09:15', 180, opening, 'half-hour'],
  ['a stray second', '2026-11-25T09:00:01', 180, opening, 'half-hour'],
  ['the first start of the day', '2026-11-25T08:00', 180, opening, null],
  ['before opening time', '2026-11-25T07:30', 180, opening, 'opening-hours'],
  ['ending at closing time', '2026-11-25T17:00', 180, opening, null],
  ['ending half an hour late', '2026-11-25T17:30', 180, opening, 'opening-hours'],
  ['as long as the whole day', '2026-11-25T08:00', 720, opening, null],
  ['longer than the day', '2026-11-25T08:00', 750, opening, 'opening-hours'],
  ['the last day of the horizon', '2027-01-22T17:00', 180, opening, null],
  ['the day after the horizon', '2027-01-23T08:00', 180, opening, 'too-far'],
  ['next year, for the office', '2027-11-23T08:00', 180, office, null],
  ['a closed holiday', '2026-12-25T09:00', 180, opening, 'holiday'],
  ['a closed holiday, for the office', '2026-12-25T09:00', 180, office, 'holiday'],
];

/** The office has changed the settings. */
const changed: Opening = {
  ...opening,
  opensAtMinute: 9 * 60 + 30,
  closesAtMinute: 21 * 60,
  leadHours: 2,
  horizonDays: 14,
  seriesMonths: 3,
};
const changedCases: readonly [string, string, number, Opening, NotBookable | null][] = [
  ['before it opens later', '2026-11-25T09:00', 180, changed, 'opening-hours'],
  ['when it opens', '2026-11-25T09:30', 180, changed, null],
  ['ending at the later closing time', '2026-11-25T18:00', 180, changed, null],
  ['ending half an hour after that', '2026-11-25T18:30', 180, changed, 'opening-hours'],
  [
    'before it opens later, for the office',
    '2026-11-25T08:00',
    180,
    { ...changed, bindsLead: false },
    'opening-hours',
  ],
  ['two hours ahead', '2026-11-23T12:00', 180, changed, null],
  ['half an hour less than two hours ahead', '2026-11-23T11:30', 180, changed, 'too-soon'],
  ['immediately if no notice is needed', '2026-11-23T10:00', 180, { ...changed, leadHours: 0 }, null],
  ['the last day of two weeks', '2026-12-07T10:00', 180, changed, null],
  ['the day after two weeks', '2026-12-08T10:00', 180, changed, 'too-far'],
  ['a later date of a series', '2027-02-23T10:00', 180, { ...changed, isLaterDate: true }, null],
  [
    'a later date of a series that is too far ahead',
    '2027-02-24T10:00',
    180,
    { ...changed, isLaterDate: true },
    'series-too-long',
  ],
];

describe('when a visit may start', () => {
  test.each(cases)('%s', (...[, local, minutes, given, expected]) => {
    expect(whyNotBookable(at(local), minutes, given)).toBe(expected);
  });

  test.each(changedCases)('with changed settings: %s', (...[, local, minutes, given, expected]) => {
    expect(whyNotBookable(at(local), minutes, given)).toBe(expected);
  });

  test('a day of three-hour visits has nineteen starts, half an hour apart', () => {
    const starts = bookableStarts(Temporal.PlainDate.from('2026-11-25'), 180, opening);
    expect(starts).toHaveLength(19);
    expect(starts[0]?.equals(at('2026-11-25T08:00'))).toBe(true);
    expect(starts.at(-1)?.equals(at('2026-11-25T17:00'))).toBe(true);
  });

  test('also in a zone offset by a quarter of an hour', () => {
    const there = { ...opening, zone: 'Asia/Kathmandu' };
    const starts = bookableStarts(Temporal.PlainDate.from('2026-11-25'), 180, there);
    expect(starts).toHaveLength(19);
    expect(starts[0]?.toZonedDateTimeISO('Asia/Kathmandu').toPlainTime().toString()).toBe('08:00:00');
    const quarterPast = starts[0]?.add({ minutes: 15 }) ?? there.now;
    expect(whyNotBookable(quarterPast, 180, there)).toBe('half-hour');
  });

  test('a closed day has no starts', () => {
    expect(bookableStarts(Temporal.PlainDate.from('2026-12-25'), 180, opening)).toEqual([]);
  });

  test('the first bookable day starts when the lead time ends', () => {
    const [first] = bookableStarts(Temporal.PlainDate.from('2026-11-24'), 180, opening);
    expect(first?.equals(at('2026-11-24T10:00'))).toBe(true);
  });

  test('the starts of a day are exactly those that can be booked, whatever the current time', () => {
    const until = Temporal.PlainDate.from('2026-11-24');
    const half = (i: number) =>
      until
        .toZonedDateTime(zone)
        .add({ minutes: i * 30 })
        .toInstant();
    for (const ago of [1, 2, 13, 14, 59, 60, 61]) {
      for (let minutes = 0; minutes < 1440; minutes += 47) {
        for (const given of [opening, office, changed, { ...opening, isLaterDate: true }]) {
          const now = half(0)
            .subtract({ hours: ago * 24 })
            .add({ minutes });
          const seen = { ...given, now };
          const expected = Array.from({ length: 48 }, (_, i) => half(i)).filter(
            (start) => whyNotBookable(start, 180, seen) === null,
          );
          expect(bookableStarts(until, 180, seen).map(String)).toEqual(expected.map(String));
        }
      }
    }
  });

  test('every refusal says what to do instead', () => {
    const message = (reason: NotBookable, limits = {}) =>
      notBookableMessage(reason, { ...DEFAULTS, ...limits });
    expect(message('holiday')).toBe('We are closed on that public holiday. Pick another day.');
    expect(message('too-soon')).toBe('We need 24 hours to plan. Pick a later time.');
    expect(message('too-soon', { leadHours: 1 })).toBe('We need 1 hour to plan. Pick a later time.');
    expect(message('too-far', { horizonDays: 14 })).toContain('up to 14 days ahead');
    expect(message('series-too-long', { seriesMonths: 3 })).toContain('up to 3 months');
    expect(message('opening-hours')).toContain('between 8 am and 8 pm');
    expect(message('opening-hours', { opensAtMinute: 570, closesAtMinute: 750 })).toContain(
      'between 9.30 am and 12.30 pm',
    );
  });
});
