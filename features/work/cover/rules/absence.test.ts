import { describe, expect, test } from 'vitest';
import { absenceUntil, compareAbsence } from './absence.ts';

const at = (wire: string) => Temporal.Instant.from(wire);
const now = at('2026-11-26T07:30:00+08:00');
const until = (day: string | null) =>
  absenceUntil(day === null ? null : Temporal.PlainDate.from(day), { now, zone: 'Asia/Singapore' });

describe('an absence', () => {
  test.each([
    [null, '2026-11-27T00:00:00+08:00'],
    ['2026-11-26', '2026-11-27T00:00:00+08:00'],
    ['2026-11-27', '2026-11-28T00:00:00+08:00'],
    ['2026-12-26', '2026-12-27T00:00:00+08:00'],
  ])('until %s lasts from now to %s', (day, end) => {
    expect(until(day)).toEqual({ start: now, end: at(end) });
  });

  test.each(['2026-11-25', '2026-12-27'])('cannot last until %s', (day) => {
    expect(until(day)).toMatch(/^Choose/);
  });
});

describe('another report', () => {
  const friday = at('2026-11-27T00:00:00+08:00');
  const saturday = at('2026-11-28T00:00:00+08:00');
  test.each([
    ['none before', null, friday, 'new'],
    ['the same', { end: friday, isCovered: false }, friday, 'repeat'],
    ['longer, not covered yet', { end: friday, isCovered: false }, saturday, 'conflict'],
    ['shorter, not covered yet', { end: saturday, isCovered: false }, friday, 'conflict'],
    ['the same, covered', { end: friday, isCovered: true }, friday, 'repeat'],
    ['longer, covered', { end: friday, isCovered: true }, saturday, 'new'],
    ['shorter, covered', { end: saturday, isCovered: true }, friday, 'repeat'],
  ] as const)('%s: %#', (_case, current, end, meaning) => {
    expect(compareAbsence(current, end)).toBe(meaning);
  });
});
