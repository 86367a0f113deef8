import { expect, it } from 'vitest';
import { type CrewTime, hoursOfDay } from './hours.ts';

const visit = (from: number, until: number, more: Partial<CrewTime> = {}): CrewTime => ({
  from,
  until,
  hasStarted: false,
  hasFinished: false,
  isMissing: false,
  ...more,
});
const started = { hasStarted: true };
const finished = { hasStarted: true, hasFinished: true };
const at = (hour: number, crew: readonly CrewTime[], now: number) => {
  const found = hoursOfDay(crew, now).find((one) => one.hour === hour);
  return found && [found.done, found.now, found.toCome, found.noOne];
};

it.each<[string, number, readonly CrewTime[], number, number[]]>([
  ['an hour that is over', 9, [visit(9, 12, started)], 10.5, [1, 0, 0, 0]],
  ['the current hour', 10, [visit(9, 12, started)], 10.5, [0, 1, 0, 0]],
  ['an hour to come', 11, [visit(9, 12, started)], 10.5, [0, 0, 1, 0]],
  ['an hour outside the visit', 12, [visit(9, 12, started)], 10.5, [0, 0, 0, 0]],
  ['a visit that is done early', 10, [visit(9, 12, finished)], 10.5, [1, 0, 0, 0]],
  ['a visit from half past', 9, [visit(9.5, 12)], 8.2, [0, 0, 1, 0]],
  ['nobody has begun, ten minutes are not over', 9, [visit(9, 12)], 9.1, [0, 0, 1, 0]],
  ['nobody has begun, ten minutes are over', 9, [visit(9, 12)], 9.2, [0, 0, 0, 1]],
  ['the cleaner is away', 15, [visit(15, 18, { isMissing: true })], 9, [0, 0, 0, 1]],
  ['three at once', 10, [visit(9, 12, started), visit(10, 13, started), visit(10, 11)], 10.1, [0, 2, 1, 0]],
])('%s', (_what, hour, crew, now, counts) => {
  expect(at(hour, crew, now)).toEqual(counts);
});

it('shows 8 to 20, and more for a visit outside them', () => {
  expect(hoursOfDay([], 9).map(({ hour }) => hour)).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  const wide = hoursOfDay([visit(6.5, 9), visit(19, 21.5)], 9).map(({ hour }) => hour);
  expect([wide[0], wide.at(-1)]).toEqual([6, 21]);
});
