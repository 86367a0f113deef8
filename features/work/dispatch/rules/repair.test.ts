import { expect, test } from 'vitest';
import { randomCases } from '#platform/testing/random-cases.ts';
import { checkPlan } from './check-plan.ts';
import { costOf } from './plan-cost.ts';
import { isIncomplete, type Plan, type Problem, REPAIR_WEIGHTS, type VisitPlan } from './problem.ts';
import { searchInRounds } from './rounds.ts';
import { randomDay } from './testing/random-day.ts';

function search(problem: Problem, iterations: number, seed: number): Plan {
  return searchInRounds(problem, { seed, progressOf: (_, i) => i / iterations }).plan;
}

/** A small day that is planned, and then without its busiest cleaner. */
function dayToRepair(seed: number): Problem {
  const problem = randomDay({ visits: 6, cleaners: 4, seed, weights: REPAIR_WEIGHTS });
  const single = problem.visits.map((visit) => ({ ...visit, positions: visit.positions.slice(0, 2) }));
  const day = { ...problem, visits: single };
  const plan = search(day, 4000, seed);
  const load = day.cleaners.map((_, c) => plan.visits.filter(({ crew }) => crew.includes(c)).length);
  const away = load.indexOf(Math.max(...load));
  const visits = day.visits.map((visit, v) => ({
    ...visit,
    before: withoutCleaner(plan.visits[v] as VisitPlan, away),
    positions: visit.positions.map(({ minutes, suited }) => ({
      minutes,
      suited: suited.filter((c) => c !== away),
    })),
  }));
  return { ...day, visits };
}

function withoutCleaner({ crew, starts }: VisitPlan, away: number): VisitPlan {
  return { crew: crew.map((c) => (c === away ? null : c)), starts };
}

/** The fewest incomplete visits, then changed cleaners, by trying every crew of every visit. */
function exactMinimum(problem: Problem): string {
  const options = problem.visits.map((visit): VisitPlan[] => {
    const [a, b] = visit.positions;
    const starts = visit.positions.map(() => visit.earliest);
    const crews =
      b === undefined
        ? (a?.suited ?? []).map((c) => [c])
        : (a?.suited ?? []).flatMap((c) => b.suited.flatMap((d) => (c < d ? [[c, d]] : [])));
    // A visit that has a crew keeps one.
    const canBeEmpty = isIncomplete(visit.before as VisitPlan);
    const nobody = canBeEmpty ? [visit.positions.map(() => null)] : [];
    return [...crews, ...nobody].map((crew) => ({ crew, starts }));
  });
  let least = '';
  const tryAll = (chosen: readonly VisitPlan[]): void => {
    const rest = problem.visits.map(({ positions, earliest }) => ({
      crew: positions.map(() => null),
      starts: positions.map(() => earliest),
    }));
    const plan = { visits: [...chosen, ...rest.slice(chosen.length)] };
    // A cleaner who is in two places now stays so, whatever the crews of the other visits.
    if (checkPlan(problem, plan).length > 0) return;
    if (chosen.length === problem.visits.length) {
      const changes = changesOf(problem, plan);
      if (least === '' || changes < least) least = changes;
      return;
    }
    for (const option of options[chosen.length] ?? []) tryAll([...chosen, option]);
  };
  tryAll([]);
  return least;
}

/** Comparable as text: `incomplete changed`. */
function changesOf(problem: Problem, plan: Plan): string {
  const { incomplete, changedCleaners } = costOf(problem, plan);
  return [incomplete, changedCleaners].map((n) => String(n).padStart(2, '0')).join(' ');
}

test('changes no more than necessary when a cleaner is away: the exact minimum on small days', () => {
  let [repaired, moved] = [0, 0];
  for (let seed = 1; seed <= randomCases(25, 150); seed += 1) {
    const problem = dayToRepair(seed);
    const plan = search(problem, 15_000, seed);
    expect(checkPlan(problem, plan)).toEqual([]);
    expect(changesOf(problem, plan), `seed ${seed}`).toBe(exactMinimum(problem));
    repaired += problem.visits.filter(
      (visit, v) => isIncomplete(visit.before as VisitPlan) && !isIncomplete(plan.visits[v] as VisitPlan),
    ).length;
    moved += costOf(problem, plan).changedCleaners;
  }
  // Days on which nothing can be repaired, or nobody has to move, would prove little.
  expect(repaired).toBeGreaterThan(10);
  expect(moved).toBeGreaterThan(0);
});
