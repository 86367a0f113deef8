import { describe, expect, test } from 'vitest';
import { answerBy, datesToAdd, movedWeekdays, usualCrew } from './endless.ts';

const ZONE = 'Asia/Singapore';
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(ZONE).toInstant();
const show = (starts: readonly Temporal.Instant[]) =>
  starts.map((start) => start.toZonedDateTimeISO(ZONE).toPlainDateTime().toString().slice(2, 16));

describe('the dates that are added', () => {
  const weekly = {
    firstAt: at('2026-12-01T09:00'),
    pattern: { interval: 'weekly' },
    addedUntil: at('2027-02-23T09:00'),
    pauses: [],
    days: new Set<string>(),
  } as const;
  const pause = (firstDay: string, lastDay: string) => ({
    firstDay: Temporal.PlainDate.from(firstDay),
    lastDay: Temporal.PlainDate.from(lastDay),
  });
  test.each([
    ['a week later, one more', weekly, '2026-12-02T09:00', ['27-03-02T09:00']],
    ['on the day of booking, none', weekly, '2026-11-24T08:00', []],
    [
      'when nothing ran for three weeks, all that are lacking',
      weekly,
      '2026-12-20T09:00',
      ['27-03-02T09:00', '27-03-09T09:00', '27-03-16T09:00'],
    ],
    ['not on the day of a visit', { ...weekly, days: new Set(['2027-03-02']) }, '2026-12-02T09:00', []],
    [
      'not in a pause, both days included',
      { ...weekly, pauses: [pause('2027-03-02', '2027-03-09')] },
      '2026-12-20T09:00',
      ['27-03-16T09:00'],
    ],
    [
      'nothing in the past, when all of it is over',
      weekly,
      '2027-06-01T12:00',
      show(Array.from({ length: 13 }, (_, week) => at('2027-06-08T09:00').add({ hours: 168 * week }))),
    ],
    [
      'twice a week',
      { ...weekly, pattern: { interval: 'weekly', weekdays: [2, 5] } },
      '2026-12-04T09:00',
      ['27-02-26T09:00', '27-03-02T09:00', '27-03-05T09:00'],
    ],
  ] as const)('%s', (_name, series, now, expected) => {
    expect(show(datesToAdd(series, at(now), ZONE))).toEqual(expected);
  });
});

describe('the usual crew', () => {
  const visit = (day: string, ...crew: string[]) => ({ start: at(`2026-12-${day}T09:00`), crew });
  test.each([
    ['the same each time', [visit('01', 'siti'), visit('08', 'siti')], ['siti']],
    [
      'who stood in once does not stay',
      [visit('08', 'siti'), visit('15', 'mei'), visit('22', 'siti')],
      ['siti'],
    ],
    ['who has taken over stays', [visit('08', 'siti'), visit('15', 'mei'), visit('22', 'mei')], ['mei']],
    ['equally often: who comes later', [visit('08', 'siti'), visit('15', 'mei')], ['mei']],
    ['past visits do not count', [visit('01', 'siti'), visit('02', 'siti'), visit('15', 'mei')], ['mei']],
    ['after the last visit, its crew', [visit('01', 'siti'), visit('02', 'mei')], ['mei']],
    [
      'a crew of two in any order',
      [visit('08', 'a', 'b'), visit('15', 'b', 'a'), visit('22', 'c', 'd')],
      ['b', 'a'],
    ],
    ['no visit at all', [], []],
  ])('%s', (_name, visits, crew) => {
    expect(usualCrew(visits, at('2026-12-05T09:00'))).toEqual(crew);
  });
});

test.each([
  ['two weeks', '2027-03-02T09:00', '26-12-15T12:00'],
  ['earlier if the visit is near', '2026-12-10T09:00', '26-12-08T09:00'],
  ['at once if it is tomorrow', '2026-12-02T09:00', '26-12-01T12:00'],
])('a customer has %s to answer', (_name, start, by) => {
  expect(show([answerBy(at(start), at('2026-12-01T12:00'))])).toEqual([by]);
});

test.each([
  [[2, 5], 1, [3, 6]],
  [[2, 7], 1, [3, 1]],
  [[1], -1, [7]],
  [[], 3, []],
])('the weekdays %j, moved by %i days', (weekdays, days, moved) => {
  expect(movedWeekdays(weekdays, days)).toEqual(moved);
});
