import { describe, expect, test } from 'vitest';
import type { DispatchPlan } from '../../contract.ts';
import { gainWords, openJobs, outcomeWords } from './plan-words.ts';

const id = '01900000-0000-7000-8000-000000000001';
const visit: DispatchPlan['visits'][number] = {
  jobID: id,
  startTime: '2026-11-27T09:00:00+08:00',
  before: [],
  after: [{ id, fullname: 'Mei Ling Lim' }],
  group: 1,
  savedMinutes: 12,
  familiar: [id],
  obstacles: [],
  outcome: null,
  reason: '',
};
const totals = { incomplete: 0, rideMinutes: 300, longestDay: 8, unfamiliar: 2 };
const plan: DispatchPlan = {
  id,
  day: '2026-11-27',
  kind: 'fill',
  cleanerID: null,
  state: 'ready',
  progress: 1,
  summary: { before: { ...totals, incomplete: 2 }, after: { ...totals, rideMinutes: 299 } },
  visits: [visit],
  createdAt: '2026-11-26T09:00:00+08:00',
};

describe('the gains of a plan', () => {
  test.each<[string, DispatchPlan, string]>([
    ['crews and travel', plan, '2 more visits have a crew, 1 minute less travel.'],
    ['nothing', { ...plan, visits: [] }, 'Nothing to change: this is the best plan found.'],
    ['none', { ...plan, state: 'failed' }, 'The plan could not be calculated. Try again.'],
    ['none yet', { ...plan, summary: null }, 'The plan was stopped before it had anything to propose.'],
    [
      'a visit left over',
      { ...plan, summary: { before: { ...totals, incomplete: 2 }, after: { ...totals, incomplete: 1 } } },
      '1 more visit has a crew. 1 without a crew.',
    ],
    ['fairer hours', { ...plan, summary: { before: totals, after: totals } }, 'The hours are fairer.'],
  ])('are %s', (_, of, words) => {
    expect(gainWords(of)).toBe(words);
  });
});

test('visits that nobody can do, or that are accepted, cannot be accepted', () => {
  const visits = [visit, { ...visit, after: null }, { ...visit, outcome: 'accepted' as const }];
  expect(openJobs({ visits })).toEqual([id]);
});

test.each<[Partial<typeof visit>, string]>([
  [{}, 'Saves 12 min of travel. The customer knows them.'],
  [{ savedMinutes: -3, familiar: [] }, ''],
  [{ outcome: 'accepted' }, 'Accepted.'],
  [{ outcome: 'refused', reason: 'A cleaner is no longer free.' }, 'A cleaner is no longer free.'],
])('a visit says what it brings or became: %j', (more, words) => {
  expect(outcomeWords({ ...visit, ...more })).toBe(words);
});
