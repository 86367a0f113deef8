import { expect, test } from 'vitest';
import { type FreeDay, fullnessOf, nearestToDay, petalsOf, stateOfDay, withoutSlot } from './times.ts';

const slot = (hour: string) => ({
  startTime: `2026-11-24T${hour}:00+08:00`,
  endTime: `2026-11-24T${hour}:00+08:00`,
  cleaners: 1,
  usualCleaner: false,
  people: [],
});
const day = (hours: readonly string[], possible: number): FreeDay => ({
  date: '2026-11-24',
  closed: null,
  possible,
  slots: hours.map(slot),
});

test("a day whose only free time is the visit's own is full", () => {
  const left = withoutSlot(day(['14:00'], 2), slot('14:00').startTime);
  if (left === undefined) throw new Error('Expected a day');
  expect(left.slots).toEqual([]);
  expect([petalsOf(fullnessOf(left)), stateOfDay(fullnessOf(left))]).toEqual([0, 'full']);
});

test('other days stay unchanged', () => {
  const free = day(['9:00', '14:00'], 4);
  expect(withoutSlot(free, slot('15:00').startTime)).toBe(free);
  expect(withoutSlot(free, undefined)).toBe(free);
  expect(withoutSlot(undefined, slot('15:00').startTime)).toBeUndefined();
});

test('the nearest time to a day is the first one after it, otherwise the last one before it', () => {
  const on = (date: string, ...hours: string[]): FreeDay => ({
    ...day([], 4),
    date,
    slots: hours.map((hour) => ({ ...slot(hour), startTime: `${date}T${hour}:00+08:00` })),
  });
  const days = [on('2026-11-23', '09:00', '14:00'), on('2026-11-24'), on('2026-11-26', '10:00', '11:00')];
  expect(nearestToDay('2026-11-24', days)?.startTime).toBe('2026-11-26T10:00:00+08:00');
  expect(nearestToDay('2026-11-26', days)?.startTime).toBe('2026-11-23T14:00:00+08:00');
  expect(nearestToDay('2026-11-24', [])).toBeNull();
});
