import { expect, test } from 'vitest';
import { regionOfPlace } from './region-of-place.ts';

const REGIONS = [
  { id: 'central', name: 'Central', districts: ['12'], areas: ['Balestier, Toa Payoh, Serangoon'] },
  { id: 'east', name: 'East', districts: ['16'], areas: ['Bedok, Upper East Coast, Eastwood, Kew Drive'] },
  { id: 'north', name: 'North', districts: ['25'], areas: ['Kranji, Woodgrove'] },
  { id: 'north-east', name: 'North-East', districts: ['19'], areas: ['Serangoon Garden, Hougang, Punggol'] },
  { id: 'west', name: 'West', districts: ['06'], areas: ['High Street, Beach Road (part)'] },
];

test.each([
  ['Bedok', 'east'],
  ['near Punggol MRT', 'north-east'],
  ['Blk 123, toa payoh lor 1', 'central'],
  ['Serangoon', 'central'],
  ['Serangoon Garden', 'north-east'],
  ['Beach Road', 'west'],
  ['Woodlands', 'north'],
  ['Sengkang', 'north-east'],
  ['north-east', 'north-east'],
  ['North', 'north'],
  // Part of a word, or of a street elsewhere.
  ['Bedoks', null],
  ['North Bridge Road', null],
  ['Johor Bahru', null],
  ['裕廊', null],
  ['', null],
])('%s is in %s', (place, region) => expect(regionOfPlace(place, REGIONS)).toBe(region));
