import { expect, test } from 'vitest';
import type { JobType, TakesHours } from './package.ts';
import { servicesByHours } from './takes-hours.ts';

const pack = (type: JobType, takesHours: TakesHours, category = 'HDB 4-room') => ({
  type,
  takesHours,
  category,
});

test.each([
  [
    'each service by its packages, without packs of hours',
    [
      pack('moving-in-out', 'with-difference'),
      pack('spring-cleaning', 'with-difference'),
      pack('one-time', 'yes'),
      pack('regular', 'yes'),
      pack('regular', 'no', 'credit'),
    ],
    { yes: ['regular', 'one-time'], no: [], 'with-difference': ['spring-cleaning', 'moving-in-out'] },
  ],
  [
    'packages that differ: the least is promised',
    [
      pack('regular', 'yes'),
      pack('regular', 'with-difference'),
      pack('one-time', 'no'),
      pack('one-time', 'yes'),
    ],
    { yes: [], no: ['one-time'], 'with-difference': ['regular'] },
  ],
  ['nothing on sale', [], { yes: [], no: [], 'with-difference': [] }],
])('%s', (_what, sold, expected) => {
  expect(servicesByHours(sold)).toEqual(expected);
});
