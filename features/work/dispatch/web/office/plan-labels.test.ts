import { describe, expect, test } from 'vitest';
import type { DispatchPlan } from '../../contract.ts';
import { decidedWords, gainWords, isOpen, obstacleWords, outcomeWords, titleWords } from './plan-labels.ts';

const id = '01900000-0000-7000-8000-000000000001';
const mei = { id, fullname: 'Mei Ling Lim' };
const visit: DispatchPlan['visits'][number] = {
  jobID: id,
  startTime: '2026-11-27T09:00:00+08:00',
  before: [],
  after: [mei],
  group: 1,
  savedMinutes: 12,
  familiar: [id],
  obstacles: [],
  outcome: null,
  reason: '',
};
test('names those who cannot come by reason', () => {
  const siti = { id, fullname: 'Siti Rahman' };
  const obstacles = [
    { cleaner: mei, reason: 'Does not work in this region' },
    { cleaner: siti, reason: 'At another visit until 1:00 pm' },
    { cleaner: { id, fullname: 'Aminah Osman' }, reason: 'Does not work in this region' },
  ];
  expect(obstacleWords({ ...visit, after: null, obstacles })).toBe(
    'Does not work in this region: Mei Ling Lim, Aminah Osman. At another visit until 1:00 pm: Siti Rahman.',
  );
});

const totals = { incomplete: 0, rideMinutes: 300, longestDay: 8, unfamiliar: 2 };
const plan: DispatchPlan = {
  id,
  day: '2026-11-27',
  kind: 'fill',
  away: null,
  state: 'ready',
  progress: 1,
  startedBy: { id, fullname: 'Joanne' },
  summary: { before: { ...totals, incomplete: 2 }, after: { ...totals, rideMinutes: 299 } },
  visits: [visit],
  createdAt: '2026-11-26T09:00:00+08:00',
};

describe('the gains of a plan', () => {
  test.each<[string, DispatchPlan, string]>([
    ['crews and travel', plan, '2 more visits have a crew, 1 familiar cleaner, 1 minute less travel.'],
    ['nothing', { ...plan, visits: [] }, 'Nothing to change: this is the best plan found.'],
    ['none', { ...plan, state: 'failed' }, 'The plan could not be calculated. Try again.'],
    ['none yet', { ...plan, summary: null }, 'The plan was stopped before it had anything to propose.'],
    [
      'a visit left over',
      {
        ...plan,
        visits: [{ ...visit, familiar: [] }],
        summary: { before: { ...totals, incomplete: 2 }, after: { ...totals, incomplete: 1 } },
      },
      '1 more visit has a crew. 1 visit still lacks a crew.',
    ],
    [
      'only visits left over',
      {
        ...plan,
        visits: [{ ...visit, after: null, familiar: [] }],
        summary: { before: { ...totals, incomplete: 2 }, after: { ...totals, incomplete: 2 } },
      },
      '2 visits still lack a crew.',
    ],
    [
      'what they cost',
      {
        ...plan,
        visits: [{ ...visit, familiar: [] }],
        summary: { before: totals, after: { ...totals, rideMinutes: 330 } },
      },
      '30 minutes more travel.',
    ],
    [
      'fairer hours',
      { ...plan, visits: [{ ...visit, familiar: [] }], summary: { before: totals, after: totals } },
      'The hours are fairer.',
    ],
  ])('are %s', (_, of, words) => {
    expect(gainWords(of)).toBe(words);
  });
});

test('visits that nobody can do, or that are accepted or refused, are not accepted with the others', () => {
  const visits = [
    visit,
    { ...visit, after: null },
    { ...visit, outcome: 'accepted' as const },
    { ...visit, outcome: 'refused' as const },
    { ...visit, outcome: 'undone' as const },
  ];
  expect(visits.map(isOpen)).toEqual([true, false, false, false, true]);
});

test.each<[Partial<typeof visit>, string]>([
  [{}, 'Saves 12 min of travel. The customer knows them.'],
  [{ savedMinutes: -3, familiar: [] }, ''],
  [{ outcome: 'accepted' }, 'Accepted.'],
  [
    { outcome: 'refused', reason: 'A cleaner is no longer free.' },
    'Not accepted. A cleaner is no longer free.',
  ],
  [{ outcome: 'not-undone', reason: 'Has time off.' }, 'Not undone. Has time off.'],
])('a visit says what it brings or became: %j', (more, words) => {
  expect(outcomeWords({ ...visit, ...more })).toBe(words);
});

test('a plan says how far it has been decided', () => {
  expect(decidedWords([visit], 0)).toBe('');
  const visits = [
    visit,
    { ...visit, outcome: 'accepted' as const },
    { ...visit, outcome: 'refused' as const },
  ];
  expect(decidedWords(visits, 1)).toBe('1 accepted, 1 not accepted, 1 left out.');
});

test('a plan for a cleaner who is away is named after them', () => {
  expect(titleWords({ kind: 'cleaner-away', away: mei })).toBe('If Mei Ling Lim is away');
});
