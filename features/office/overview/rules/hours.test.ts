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

interface Case {
  readonly what: string;
  readonly hour: number;
  readonly crew: readonly CrewTime[];
  readonly now: number;
  /** done, now, to come, no one */
  readonly counts: readonly number[];
}
const away = { isMissing: true };
const CASES: readonly Case[] = [
  { what: 'an hour that is over', hour: 9, crew: [visit(9, 12, started)], now: 10.5, counts: [1, 0, 0, 0] },
  { what: 'the current hour', hour: 10, crew: [visit(9, 12, started)], now: 10.5, counts: [0, 1, 0, 0] },
  { what: 'an hour to come', hour: 11, crew: [visit(9, 12, started)], now: 10.5, counts: [0, 0, 1, 0] },
  { what: 'after the visit', hour: 12, crew: [visit(9, 12, started)], now: 10.5, counts: [0, 0, 0, 0] },
  { what: 'done early', hour: 10, crew: [visit(9, 12, finished)], now: 10.5, counts: [1, 0, 0, 0] },
  { what: 'from half past', hour: 9, crew: [visit(9.5, 12)], now: 8.2, counts: [0, 0, 1, 0] },
  { what: 'not begun, for a few minutes', hour: 9, crew: [visit(9, 12)], now: 9.1, counts: [0, 0, 1, 0] },
  { what: 'not begun, for over ten minutes', hour: 9, crew: [visit(9, 12)], now: 9.2, counts: [0, 0, 0, 1] },
  { what: 'the cleaner is away', hour: 15, crew: [visit(15, 18, away)], now: 9, counts: [0, 0, 0, 1] },
  {
    what: 'three at once',
    hour: 10,
    crew: [visit(9, 12, started), visit(10, 13, started), visit(10, 11)],
    now: 10.1,
    counts: [0, 2, 1, 0],
  },
];

it.each(CASES)('$what', ({ hour, crew, now, counts }) => {
  expect(at(hour, crew, now)).toEqual(counts);
});

it('shows 8 to 20, and more for a visit outside them', () => {
  expect(hoursOfDay([], 9).map(({ hour }) => hour)).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  const wide = hoursOfDay([visit(6.5, 9), visit(19, 21.5)], 9).map(({ hour }) => hour);
  expect([wide[0], wide.at(-1)]).toEqual([6, 21]);
});
