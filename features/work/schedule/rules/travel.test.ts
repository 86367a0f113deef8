import { describe, expect, test } from 'vitest';
import { fixedTravel, LONGEST_RIDE_MINUTES, rideMinutes, travelByDistance } from './travel.ts';

/** On one meridian: 0.009 degrees are about a kilometre. */
const CENTRES: Readonly<Record<string, number>> = { '31': 1.33, '52': 1.36, '64': 1.42, '99': 9 };

function centreOf(postal: string) {
  const latitude = CENTRES[postal.slice(0, 2)];
  return latitude === undefined ? null : { latitude, longitude: 103.85 };
}

describe('a ride', () => {
  test.each([
    [0, 1],
    [1, 18],
    [3, 32],
    [10, 62],
    [20, 94],
  ])('of %d km takes about %d minutes', (km, minutes) => {
    expect(Math.round(rideMinutes(km))).toBe(minutes);
  });
});

describe('travel by distance', () => {
  const { minutesBetween } = travelByDistance(30, centreOf);

  test.each([
    ['at one postal code', '310145', '310145', 0],
    ['in one area', '310145', '310201', 30],
    ['3.3 km apart', '310145', '520201', 35],
    ['10 km apart, the other way', '640101', '310145', 65],
    ['to an unknown area', '310145', '740001', 30],
    ['to a home that is not known yet', '310145', '', 30],
    ['further than any ride', '310145', '990001', LONGEST_RIDE_MINUTES],
  ])('keeps time between homes %s', (_, a, b, minutes) => {
    expect(minutesBetween(a, b)).toBe(minutes);
  });

  test('is corrected by observed rides', () => {
    const slower = travelByDistance(30, centreOf, 1.1);
    expect(slower.minutesBetween('310145', '640101')).toBe(70);
  });
});

test('fixed travel is independent of the distance', () => {
  const { minutesBetween } = fixedTravel(45);
  expect(minutesBetween('310145', '640101')).toBe(45);
  expect(minutesBetween('310145', '310145')).toBe(0);
});
