import { expect, test } from 'vitest';
import { checkPlan, newViolations } from './check-plan.ts';
import { DAY_WEIGHTS, type Plan, type PlanVisit, type Problem, type VisitPlan } from './problem.ts';

/** Two homes, 60 minutes apart; two cleaners who work from 8:00 to 12:00 and from 13:00 to 18:00. */
function problemOf(...visits: Partial<PlanVisit>[]): Problem {
  const keep = [0, 60, 60, 0];
  const atWork = [
    [480, 720],
    [780, 1080],
  ] as const;
  const cleaner = { home: null, setsOutAt: null, atWork, maxMinutes: 300 };
  return {
    visits: visits.map((visit, v) => ({
      id: `${v}`,
      place: v,
      earliest: 480,
      latest: 480,
      maxLateMinutes: 0,
      positions: [{ minutes: 120, suited: [0, 1] }],
      ...visit,
    })),
    cleaners: [
      { id: 'Aminah', ...cleaner },
      { id: 'Siti', ...cleaner },
    ],
    travel: { places: 2, keep, ride: keep },
    weights: DAY_WEIGHTS,
  };
}

const planOf = (...visits: [crew: VisitPlan['crew'], start: number, second?: number][]): Plan => ({
  visits: visits.map(([crew, start, second = start]) => ({
    crew,
    starts: crew.map((_, i) => (i === 0 ? start : second)),
  })),
});

const rulesOf = (problem: Problem, plan: Plan) => checkPlan(problem, plan).map(({ rule }) => rule);
const two = [
  { minutes: 120, suited: [0, 1] },
  { minutes: 120, suited: [0, 1] },
];
const frozen = { isFrozen: true, before: { crew: [0], starts: [480] } };

test.each([
  ['nothing', problemOf({}), planOf([[0], 480]), []],
  ['nobody comes', problemOf({}), planOf([[null], 480]), []],
  ['one of two comes', problemOf({ positions: two }), planOf([[0, null], 480]), ['crew-size']],
  ['a crew of another size', problemOf({ positions: two }), planOf([[0], 480]), ['crew-size']],
  ['the same cleaner twice', problemOf({ positions: two }), planOf([[0, 0], 480]), ['twice-in-crew']],
  [
    'an unsuited cleaner',
    problemOf({ positions: [{ minutes: 60, suited: [1] }] }),
    planOf([[0], 480]),
    ['not-suited'],
  ],
  [
    'a pinned one replaced',
    problemOf({ positions: [{ minutes: 60, suited: [0, 1], pinned: 1 }] }),
    planOf([[0], 480]),
    ['pinned'],
  ],
  ['a frozen visit moved', problemOf(frozen), planOf([[0], 510]), ['frozen']],
  ['a frozen crew changed', problemOf(frozen), planOf([[1], 480]), ['frozen']],
  ['too early', problemOf({ earliest: 490, latest: 490 }), planOf([[0], 480]), ['too-early']],
  ['too late', problemOf({ maxLateMinutes: 10 }), planOf([[0], 491]), ['too-late']],
  ['late within reason', problemOf({ maxLateMinutes: 10 }), planOf([[0], 490]), []],
  ['not together', problemOf({ positions: two, latest: 600 }), planOf([[0, 1], 480, 490]), ['not-together']],
  [
    'the second too soon',
    problemOf({ positions: two, latest: 600, gap: [20, 30] }),
    planOf([[0, 1], 480, 490]),
    ['not-together'],
  ],
  [
    'the second as asked',
    problemOf({ positions: two, latest: 600, gap: [20, 30] }),
    planOf([[0, 1], 480, 510]),
    [],
  ],
  ['over the break', problemOf({ earliest: 660, latest: 660 }), planOf([[0], 660]), ['outside-hours']],
  [
    'too little travel',
    problemOf({}, { earliest: 650, latest: 650, positions: [{ minutes: 60, suited: [0] }] }),
    planOf([[0], 480], [[0], 650]),
    ['travel'],
  ],
  [
    'enough travel',
    problemOf({}, { earliest: 660, latest: 660, positions: [{ minutes: 60, suited: [0] }] }),
    planOf([[0], 480], [[0], 660]),
    [],
  ],
  ['two at once', problemOf({}, {}), planOf([[0], 480], [[0], 480]), ['travel']],
  [
    'a long day',
    problemOf(
      { positions: [{ minutes: 200, suited: [0] }] },
      { earliest: 800, latest: 800, positions: [{ minutes: 101, suited: [0] }] },
    ),
    planOf([[0], 480], [[0], 800]),
    ['long-day'],
  ],
])('finds: %s', (_, problem, plan, rules) => {
  expect(rulesOf(problem, plan)).toEqual(rules);
});

test('only what is new counts against a plan', () => {
  const problem = problemOf({}, {});
  const before = planOf([[0], 480], [[0], 480]);
  expect(newViolations(problem, before, before)).toEqual([]);
  expect(newViolations(problem, before, planOf([[1], 480], [[1], 480]))).toHaveLength(1);
});
