import { describe, expect, test } from 'vitest';
import { rangesFromShifts, readShifts, shiftsFromRanges, showShifts } from './week.ts';

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
  ])('%s is read', (written, shown) => {
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

  test('they are stored as ranges of minutes and come back the same', () => {
    const shifts = readShifts('09:00-13:00,14:00-18:00') ?? [];
    expect(rangesFromShifts(shifts)).toBe('{[540,780),[840,1080)}');
    expect(shiftsFromRanges('{[540,780),[840,1080)}')).toEqual(shifts);
    expect(shiftsFromRanges(rangesFromShifts([]))).toEqual([]);
  });
});
