// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { crewsOf, otherCrewWords } from './series-crews.ts';

const person = (id: string) => ({ id, firstname: id, profilePhoto: '' });
const date = (day: string, ...ids: string[]) => {
  const startTime = `2026-12-${day}T09:00:00+08:00`;
  return { seriesDate: startTime, startTime, endTime: startTime, cleaners: ids.map(person) };
};

test('marks the weeks whose crew differs from the first, in any order of names', () => {
  const visits = crewsOf([
    date('03', 'Aisyah', 'Rosa'),
    date('10', 'Rosa', 'Aisyah'),
    date('17', 'Aisyah', 'Faizal'),
  ]);
  expect(visits.map(({ isOther }) => isOther)).toEqual([false, false, true]);
  expect(visits.map(({ crew }) => crew)).toEqual(['Aisyah and Rosa', 'Rosa and Aisyah', 'Aisyah and Faizal']);
  expect(otherCrewWords(visits)).toBe('A different cleaner comes to 1 of 3 visits.');
});

test('says nothing if the crew is always the same', () => {
  expect(otherCrewWords(crewsOf([date('03', 'Aisyah'), date('10', 'Aisyah')]))).toBeNull();
  expect(crewsOf([])).toEqual([]);
});
