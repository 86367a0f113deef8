// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { crewsOf, otherCrewLabel } from './crew-and-price.tsx';

const person = (id: string) => ({ id, firstname: id, profilePhoto: '' });
const date = (day: string, ...ids: string[]) => {
  const startTime = `2026-12-${day}T09:00:00+08:00`;
  return { seriesDate: startTime, startTime, endTime: startTime, cleaners: ids.map(person) };
};
const quoted = (dates: ReturnType<typeof date>[], first = 8100, total = dates.length * 8100) => ({
  dates,
  total,
  price: {
    lines: [],
    subtotal: 8100,
    discount: 0,
    total: first,
    gst: 0,
    gstRate: 0,
    currency: 'SGD' as const,
  },
});

test('marks the weeks whose crew differs from the first, in any order of names', () => {
  const visits = crewsOf(
    quoted([date('03', 'Aisyah', 'Rosa'), date('10', 'Rosa', 'Aisyah'), date('17', 'Aisyah', 'Faizal')]),
  );
  expect(visits.map(({ isOther }) => isOther)).toEqual([false, false, true]);
  expect(visits.map(({ crew }) => crew)).toEqual(['Aisyah and Rosa', 'Rosa and Aisyah', 'Aisyah and Faizal']);
  expect(otherCrewLabel(visits)).toBe('A different cleaner comes to 1 of 3 visits.');
});

test('says nothing if the crew is always the same', () => {
  expect(otherCrewLabel(crewsOf(quoted([date('03', 'Aisyah'), date('10', 'Aisyah')])))).toBeNull();
  expect(crewsOf(quoted([]))).toEqual([]);
});

test('gives each visit its price, of which a promo code reduces the first', () => {
  const dates = [date('03', 'Aisyah'), date('10', 'Aisyah'), date('17', 'Aisyah')];
  expect(crewsOf(quoted(dates)).map(({ price }) => price)).toEqual([8100, 8100, 8100]);
  const reduced = crewsOf(quoted(dates, 7100, 7100 + 2 * 8100));
  expect(reduced.map(({ price }) => price)).toEqual([7100, 8100, 8100]);
});
