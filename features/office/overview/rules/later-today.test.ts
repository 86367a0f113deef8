import { expect, it } from 'vitest';
import { isLaterToday, laterToday } from './later-today.ts';

it.each([
  ['in the morning', 7.5, [9.5, 14, 17]],
  ['at a quarter of an hour', 7.6, [9.75, 14, 17]],
  ['at noon: 2 pm is in two hours', 12, [14, 17]],
  ['in the afternoon', 15, [17]],
  ['towards evening', 15.5, [17.5]],
  ['at night', 20.5, []],
])('%s', (_when, now, times) => {
  expect(laterToday(now)).toEqual(times);
});

const at = (time: string) => Temporal.Instant.from(`2026-12-${time}+08:00`);
it.each([
  ['in two hours', '01T11:00', true],
  ['now', '01T09:00', false],
  ['before now', '01T08:00', false],
  ['just before midnight', '01T23:59', true],
  ['tomorrow', '02T00:00', false],
])('%s', (_when, until, isLater) => {
  expect(isLaterToday({ until: at(until), now: at('01T09:00'), midnight: at('02T00:00') })).toBe(isLater);
});
