import { expect, test } from 'vitest';
import { writtenPlace } from './written-place.ts';

test.each([
  ['LORONG 2 TOA PAYOH', 'Lorong 2 Toa Payoh'],
  ["ST. GEORGE'S ROAD", "St. George's Road"],
  ['HDB-BEDOK', 'HDB-Bedok'],
  ['THE SAIL @ MARINA BAY', 'The Sail @ Marina Bay'],
  ['TOWER II (NORTH)', 'Tower II (North)'],
  ['  ANG  MO KIO AVENUE 10A ', 'Ang Mo Kio Avenue 10A'],
  ['', ''],
])('%j is written %j', (capitals, written) => {
  expect(writtenPlace(capitals)).toBe(written);
});
