import { expect, test } from 'vitest';
import { fixedTravel } from '#features/work/schedule/rules/travel.ts';
import { partKey, travelBefore } from './travel.ts';

const part = (jobID: string, start: number, postal: string, cleanerID = 'siti') => ({
  jobID,
  cleanerID,
  start,
  postal,
});

test('each cleaner travels from their previous visit, and not within a home', () => {
  const found = travelBefore(
    [
      part('noon', 720, '520201'),
      part('morning', 540, '310145'),
      part('upstairs', 900, '520201'),
      part('noon', 720, '520201', 'mei'),
    ],
    fixedTravel(45),
  );
  expect(Object.fromEntries(found)).toEqual({
    [partKey('noon', 'siti')]: 45,
    [partKey('upstairs', 'siti')]: 0,
  });
});
