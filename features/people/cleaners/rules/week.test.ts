import { describe, expect, test } from 'vitest';
import {
  changeWeek,
  rangesFromShifts,
  readShifts,
  shiftsFromRanges,
  showShifts,
  weekFields,
} from './week.ts';

describe('the hours of a weekday', () => {
  test.each([
    ['09:00-18:00', '09:00-18:00'],
    ['9:00-18:00', '09:00-18:00'],
    ['09:00-13:00,14:00-18:00', '09:00-13:00,14:00-18:00'],
    [' 14:00 - 18:00 , 09:00 to 13:00 ', '09:00-13:00,14:00-18:00'],
    ['09:00-13:00,13:00-18:00', '09:00-18:00'],
    ['18:00-24:00', '18:00-24:00'],
    ['09.30–12.00', '09:30-12:00'],
    ['', ''],
  ])('%s is parsed', (written, shown) => {
    expect(showShifts(readShifts(written) ?? [])).toBe(shown);
  });

  test.each([
    'nine to five',
    '09:00',
    '18:00-09:00',
    '09:00-09:00',
    '23:00-24:30',
    '25:00-26:00',
    '09:00-12:00,11:00-14:00',
  ])('%s is refused', (written) => {
    expect(readShifts(written)).toBeNull();
  });

  test('they are stored as ranges of minutes and read back the same', () => {
    const shifts = readShifts('09:00-13:00,14:00-18:00') ?? [];
    expect(rangesFromShifts(shifts)).toBe('{[540,780),[840,1080)}');
    expect(shiftsFromRanges('{[540,780),[840,1080)}')).toEqual(shifts);
    expect(shiftsFromRanges(rangesFromShifts([]))).toEqual([]);
  });
});

describe('changing a week', () => {
  const days = (sent: Parameters<typeof changeWeek>[1], before = {}) => {
    const { week, errors } = changeWeek(before, sent);
    const fields = weekFields(week);
    return {
      monday: [fields.mondayAvailability, fields.mondayHours],
      errors: errors.map((error) => error.path),
    };
  };
  const worked = { 1: { available: true, shifts: [[540, 1080]] } } as const;
  const off = { 1: { available: false, shifts: [[540, 1080]] } } as const;

  test.each([
    ['begins with days off', {}, {}, [false, '']],
    ['first hours make it a working day', { mondayHours: '9:00-12:00' }, {}, [true, '09:00-12:00']],
    [
      'unless it is sent as a day off',
      { mondayHours: '9:00-12:00', mondayAvailability: false },
      {},
      [false, '09:00-12:00'],
    ],
    ['keeps absent fields', { tuesdayHours: '09:00-12:00' }, worked, [true, '09:00-18:00']],
    ['changed hours keep a day off', { mondayHours: '10:00-12:00' }, off, [false, '10:00-12:00']],
    ['a day off keeps its hours', { mondayAvailability: false }, worked, [false, '09:00-18:00']],
  ])('%s', (_what, sent, before, monday) => {
    expect(days(sent, before)).toEqual({ monday, errors: [] });
  });

  test('requires hours on a working day', () => {
    expect(days({ mondayAvailability: true }).errors).toEqual(['mondayHours']);
    expect(days({ mondayHours: '' }, worked).errors).toEqual(['mondayHours']);
    expect(days({ mondayHours: 'morning' }).errors).toEqual(['mondayHours']);
  });
});
