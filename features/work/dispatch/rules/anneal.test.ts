import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomCases } from '#platform/testing/random-cases.ts';
import { anneal } from './anneal.ts';
import { checkPlan } from './check-plan.ts';
import { costOf } from './plan-cost.ts';
import type { Problem } from './problem.ts';
import { randomFrom } from './random.ts';
import { homeCareProblem } from './testing/home-care.ts';
import { randomDay } from './testing/random-day.ts';
import { randomHomeCare } from './testing/random-home-care.ts';

/** So many iterations, with a seed. */
function search(
  problem: Problem,
  iterations: number,
  seed = 1,
  temperatures: readonly [number, number] = [300, 1],
) {
  return anneal(problem, { random: randomFrom(seed), progress: (done) => done / iterations, temperatures });
}

const day = fc
  .record({
    visits: fc.integer({ min: 0, max: 30 }),
    cleaners: fc.integer({ min: 1, max: 15 }),
    seed: fc.integer(),
    flexible: fc.constantFrom(0, 0.5),
  })
  .map(randomDay);

test('breaks no rule, and its cost is the one that is calculated from scratch', () => {
  let complete = 0;
  fc.assert(
    fc.property(day, fc.integer(), (problem, seed) => {
      const { plan, cost } = search(problem, 4000, seed);
      expect(checkPlan(problem, plan)).toEqual([]);
      expect(costOf(problem, plan).total).toBeCloseTo(cost, 5);
      complete += plan.visits.filter(({ crew }) => !crew.includes(null)).length;
    }),
    { numRuns: randomCases(40, 400) },
  );
  expect(complete).toBeGreaterThan(100);
});

test('starts from the plan before, and keeps frozen visits and pinned cleaners', () => {
  fc.assert(
    fc.property(day, fc.integer(), (problem, seed) => {
      const { plan } = search(problem, 1000, seed);
      const random = randomFrom(seed);
      const visits = problem.visits.map((visit, v) => {
        const before = plan.visits[v];
        if (before === undefined || before.crew.includes(null)) return visit;
        const isFrozen = random() < 0.3;
        const [first] = before.crew;
        const positions = visit.positions.map((position, i) =>
          i === 0 && first !== undefined && first !== null && random() < 0.3
            ? { ...position, pinned: first }
            : position,
        );
        return { ...visit, before, isFrozen, positions };
      });
      const again = { ...problem, visits };
      const found = search(again, 2000, seed + 1);
      expect(checkPlan(again, found.plan)).toEqual([]);
      const isDropped = visits.map(({ before }, v) => before && found.plan.visits[v]?.crew.includes(null));
      expect(isDropped.filter(Boolean)).toEqual([]);
      expect(found.cost).toBeLessThanOrEqual(costOf(again, plan).total + 1e-6);
      expect(costOf(again, found.plan).total).toBeCloseTo(found.cost, 5);
    }),
    { numRuns: randomCases(30, 300) },
  );
});

test('starts from the result of another search, and is no worse', () => {
  fc.assert(
    fc.property(day, (problem) => {
      const from = search(problem, 2000);
      const progress = (iterations: number) => iterations / 500;
      const found = anneal(problem, { random: randomFrom(2), progress, temperatures: [5, 1], from });
      expect(checkPlan(problem, found.plan)).toEqual([]);
      expect(found.cost).toBeLessThanOrEqual(from.cost + 1e-6);
    }),
    { numRuns: randomCases(20, 200) },
  );
});

test('gives the same plan for the same seed', () => {
  const problem = randomDay({ visits: 30, cleaners: 15, seed: 3 });
  expect(search(problem, 5000, 9)).toEqual(search(problem, 5000, 9));
});

test('two services apart keep their distance', () => {
  const problem = homeCareProblem(randomHomeCare({ patients: 20, caregivers: 5, seed: 5 }));
  const { plan, cost } = search(problem, 20_000, 1, [40, 0.3]);
  expect(problem.visits.some(({ gap }) => gap !== undefined)).toBe(true);
  expect(checkPlan(problem, plan)).toEqual([]);
  expect(costOf(problem, plan).total).toBeCloseTo(cost, 6);
});
