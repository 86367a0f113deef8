import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomCases } from '#platform/testing/random-cases.ts';
import { anneal } from './anneal.ts';
import { newViolations } from './check-plan.ts';
import { explain, explanationText } from './explain.ts';
import type { Plan } from './problem.ts';
import { randomFrom } from './random.ts';
import { randomDay } from './testing/random-day.ts';

const words = {
  timeOf: (minute: number) =>
    `${Math.floor(minute / 60) % 12 || 12}:${String(minute % 60).padStart(2, '0')} ${minute < 720 ? 'am' : 'pm'}`,
  placeOf: () => 'Bishan',
};

test('gives a reason exactly when the independent checker finds one', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const problem = randomDay({ visits: 15, cleaners: 8, seed });
      const temperatures = [300, 1] as const;
      const { plan } = anneal(problem, { random: randomFrom(seed), progress: (i) => i / 1000, temperatures });
      for (const [v, { crew }] of plan.visits.entries()) {
        for (const c of problem.cleaners.keys()) {
          const found = explain(problem, plan, v, c);
          seen.set(found.reason, (seen.get(found.reason) ?? 0) + 1);
          const broken = newViolations(problem, plan, withCleaner(plan, v, c)).filter(
            ({ cleaner = c }) => cleaner < SOMEONE,
          );
          if (found.reason === 'in-crew') expect(crew).toContain(c);
          else expect(broken.length === 0).toBe(found.reason === 'possible');
        }
      }
    }),
    { numRuns: randomCases(20, 200) },
  );
  for (const reason of ['not-suited', 'off', 'busy', 'late', 'late-for-next', 'possible']) {
    expect(seen.get(reason), reason).toBeGreaterThan(10);
  }
});

/** Cleaners who do not exist, from this index on. */
const SOMEONE = 1000;

/** The same plan with this cleaner in the first position, and someone in each that is empty. */
function withCleaner(plan: Plan, v: number, c: number): Plan {
  const crewWith = (crew: Plan['visits'][number]['crew']) =>
    crew.map((cleaner, p) => (p === 0 ? c : (cleaner ?? SOMEONE + p)));
  const visits = plan.visits.map((visit, i) => (i === v ? { ...visit, crew: crewWith(visit.crew) } : visit));
  return { visits };
}

test.each([
  [{ reason: 'busy', visit: 'a', until: 780 } as const, 'At another visit until 1:00 pm'],
  [{ reason: 'late', visit: 'a', minutes: 24.2 } as const, 'Arrives 25 min late from Bishan'],
  [
    { reason: 'late-for-next', visit: 'a', minutes: 10 } as const,
    'Would be 10 min late for the next visit in Bishan',
  ],
  [{ reason: 'long-day', minutes: 750 } as const, 'Would work 12.5 hours that day'],
  [{ reason: 'possible', rideMinutes: 12.4, preference: 0 } as const, '12 min more travel'],
  [{ reason: 'possible', rideMinutes: -3, preference: 0 } as const, 'No extra travel'],
])('writes %o', (found, text) => {
  expect(explanationText(found, words)).toBe(text);
});
