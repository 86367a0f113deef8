import { describe, expect, test } from 'vitest';
import { followingOf, movedStarts, overlapping } from './following.ts';

const ZONE = 'Asia/Singapore';
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(ZONE).toInstant();
const show = (starts: readonly Temporal.Instant[]) =>
  starts.map((start) => start.toZonedDateTimeISO(ZONE).toPlainDateTime().toString().slice(5, 16));

describe('this and following', () => {
  const visit = (start: string, status = 'paid') => ({ start: at(start), status });
  test.each([
    ['from the first: all of them', '2026-12-01T09:00', ['12-01T09:00', '12-08T09:00', '12-22T09:00']],
    ['from the second: not the first', '2026-12-08T09:00', ['12-08T09:00', '12-22T09:00']],
    ['from the last: only that one', '2026-12-22T09:00', ['12-22T09:00']],
  ])('%s', (_name, first, expected) => {
    const visits = [
      visit('2026-12-22T09:00'),
      visit('2026-12-01T09:00'),
      visit('2026-12-15T09:00', 'cancelled'),
      visit('2026-12-08T09:00'),
    ];
    expect(show(followingOf(visits, visit(first)).map(({ start }) => start))).toEqual(expected);
  });
});

test('a visit that the card has already paid for goes with the confirmed ones', () => {
  const visits = [
    { start: at('2026-12-01T09:00'), status: 'paid' },
    { start: at('2026-12-08T09:00'), status: 'confirmed' },
    { start: at('2026-12-15T09:00'), status: 'cancelled' },
  ];
  expect(followingOf(visits, visits[0] as (typeof visits)[number])).toHaveLength(2);
  expect(followingOf(visits, visits[1] as (typeof visits)[number])).toHaveLength(1);
});

test('monthly visits move to the same day of their months', () => {
  const starts = ['2026-12-08T09:00', '2027-01-12T09:00', '2027-03-09T09:00'].map(at);
  expect(show(movedStarts(starts, at('2026-12-10T14:00'), ZONE, 'monthly'))).toEqual([
    '12-10T14:00',
    '01-14T14:00',
    '03-11T14:00',
  ]);
});

describe('moving the visits of a series', () => {
  const weekly = ['2026-12-01T09:00', '2026-12-08T09:00', '2026-12-15T09:00'];
  test.each([
    ['another time', weekly, '2026-12-01T14:00', ['12-01T14:00', '12-08T14:00', '12-15T14:00']],
    ['another weekday', weekly, '2026-12-03T09:30', ['12-03T09:30', '12-10T09:30', '12-17T09:30']],
    ['the week before', weekly, '2026-11-26T09:00', ['11-26T09:00', '12-03T09:00', '12-10T09:00']],
    [
      'a fortnight later, with a missing date in between',
      ['2026-12-01T09:00', '2026-12-29T09:00'],
      '2026-12-02T09:00',
      ['12-02T09:00', '12-30T09:00'],
    ],
    [
      'a visit that was moved on its own is realigned',
      ['2026-12-01T09:00', '2026-12-09T16:00', '2026-12-15T09:00'],
      '2026-12-03T10:00',
      ['12-03T10:00', '12-10T10:00', '12-17T10:00'],
    ],
    [
      'two in one week keep their interval',
      ['2026-12-01T09:00', '2026-12-03T09:00', '2026-12-08T09:00'],
      '2026-12-02T10:00',
      ['12-02T10:00', '12-04T10:00', '12-09T10:00'],
    ],
  ])('%s', (_name, starts, first, expected) => {
    expect(show(movedStarts(starts.map(at), at(first), ZONE))).toEqual(expected);
  });

  test('keeps the local time across clock changes', () => {
    const zone = 'Europe/Berlin';
    const local = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant();
    const moved = movedStarts(
      [local('2026-10-20T09:00'), local('2026-10-27T09:00')],
      local('2026-10-21T09:00'),
      zone,
    );
    expect(moved).toEqual([local('2026-10-21T09:00'), local('2026-10-28T09:00')]);
  });
});

test('of overlapping visits the later one is returned; adjacent ones do not overlap', () => {
  const starts = ['2026-12-01T12:00', '2026-12-01T09:00', '2026-12-01T11:00', '2026-12-02T09:00'].map(at);
  expect([...overlapping(starts, 180)]).toEqual([2]);
});
