import { expect, test } from 'vitest';
import { cohortMonths, cohortsOf, isActive } from './customers.ts';

const day = (text: string) => Temporal.PlainDate.from(text);

test.each([
  ['2026-10-10', false, '2026-11-23', true], // 44 days
  ['2026-10-10', false, '2026-11-24', false], // 45 days
  ['2026-10-10', true, '2026-11-24', true],
])(
  'with a last visit on %s and one ahead (%s), a customer is active on %s: %s',
  (last, hasVisitAhead, on, active) => {
    expect(isActive({ lastVisit: day(last), hasVisitAhead }, day(on))).toBe(active);
  },
);

test('a cohort is followed from the month of the first visit', () => {
  const months = cohortMonths(day('2026-11-24'));
  expect([months[0], months[11]]).toEqual(['2025-12', '2026-11']);
  const groups = [
    { first: 9, months: 0b111000000000, customers: 2 }, // September, October, November
    { first: 9, months: 0b101000000000, customers: 3 }, // September, November
    { first: 11, months: 0b100000000000, customers: 4 },
  ];
  const cohorts = cohortsOf(groups, months);
  expect(cohorts.at(9)).toEqual({ month: '2026-09', customers: 5, active: [5, 2, 5] });
  expect(cohorts.at(10)).toEqual({ month: '2026-10', customers: 0, active: [0, 0] });
  expect(cohorts.at(11)).toEqual({ month: '2026-11', customers: 4, active: [4] });
});
