import { expect, test } from 'vitest';
import { distanceMetres, locate, type PhonePlace } from './location.ts';

const HOME = { latitude: 1.3345, longitude: 103.8501 };
/** A position this many metres north of the home. */
const phone = (metres: number, accuracy: number | null = 10): PhonePlace => ({
  latitude: HOME.latitude + metres / 111_195,
  longitude: HOME.longitude,
  accuracy,
});

test.each([
  ['at the door', phone(5), HOME, { location: 'inside', metres: 5 }],
  ['at the far end of the block', phone(159), HOME, { location: 'inside', metres: 159 }],
  ['at the next block', phone(161), HOME, { location: 'outside', metres: 161 }],
  ['with an accuracy of 200 m', phone(340, 200), HOME, { location: 'inside', metres: 340 }],
  ['without an accuracy', phone(151, null), HOME, { location: 'outside', metres: 151 }],
  ['across the island', phone(12_000), HOME, { location: 'outside', metres: 12_000 }],
  ['located by a cell tower only', phone(5, 1001), HOME, { location: 'none', metres: null }],
  ['without a position', null, HOME, { location: 'none', metres: null }],
  ["when only the home's district is known", phone(5), null, { location: 'unplaced', metres: null }],
] as const)('a phone %s', (_name, where, home, located) => {
  expect(locate(where, home)).toEqual(located);
});

test('the distance from Changi to Tuas is 38 km', () => {
  const [changi, tuas] = [
    { latitude: 1.3644, longitude: 103.9915 },
    { latitude: 1.3404, longitude: 103.6497 },
  ];
  expect(Math.round(distanceMetres(changi, tuas) / 1000)).toBe(38);
  expect(distanceMetres(tuas, changi)).toBe(distanceMetres(changi, tuas));
});
