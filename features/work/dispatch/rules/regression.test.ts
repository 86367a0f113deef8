import { expect, test } from 'vitest';
import { anneal } from './anneal.ts';
import { checkPlan } from './check-plan.ts';
import { isIncomplete } from './problem.ts';
import { randomFrom } from './random.ts';
import { homeCareProblem } from './testing/home-care.ts';
import { plantedDay } from './testing/planted-day.ts';
import { randomHomeCare } from './testing/random-home-care.ts';

/* Fixed seeds and iterations, so that a change of the search shows in figures. A better one may change them. */

test.each([
  { patients: 10, caregivers: 4, seed: 1, best: 186.284 },
  { patients: 25, caregivers: 6, seed: 2, best: 421.795 },
  { patients: 50, caregivers: 10, seed: 3, best: 662.843 },
])('plans $patients patients close to the best plan of four longer searches', ({ best, ...size }) => {
  const problem = homeCareProblem(randomHomeCare(size));
  const temperatures = [40, 0.3] as const;
  const { plan, cost } = anneal(problem, {
    random: randomFrom(1),
    progress: (i) => i / 200_000,
    temperatures,
  });
  expect(checkPlan(problem, plan)).toEqual([]);
  expect(cost / best).toBeLessThan(1.05);
  expect(cost / best).toBeGreaterThan(0.97);
});

test('serves every visit of a day on which that is possible', () => {
  const problem = plantedDay({ visits: 60, cleaners: 32, seed: 1 });
  const temperatures = [300, 1] as const;
  const { plan } = anneal(problem, { random: randomFrom(1), progress: (i) => i / 100_000, temperatures });
  expect(plan.visits.filter(isIncomplete)).toEqual([]);
});
