import { describe, expect, it, test } from 'vitest';
import { differencesOf, lineOf, totalsOf, type VisitFacts } from './sheet.ts';
import { type SheetStatus, statusAfter, whyNotChangeable, whyNotDecidable } from './states.ts';

const NINE = Date.parse('2026-11-26T09:00:00+08:00');
const HOUR = 3_600_000;

const visit: VisitFacts = {
  jobID: 'job-1',
  number: 1,
  cleanerID: 'aminah',
  jobType: 'regular',
  start: NINE,
  end: NINE + 3 * HOUR,
  midnight: NINE + 15 * HOUR,
  isCorrected: false,
  shared: 0,
  day: '2026-11-26',
  plannedMinutes: 180,
  breakMinutes: 0,
  startedAt: NINE,
  finishedAt: NINE + 3 * HOUR,
  isCancelled: false,
  isPaidBefore: false,
};
const line = (change: Partial<VisitFacts> = {}) => lineOf({ ...visit, ...change }, () => 1205);

describe('the totals of a sheet', () => {
  it('are the sums of its rounded lines and of what was added by hand', () => {
    const half = { finishedAt: NINE + 1.5 * HOUR };
    const lines = [line(half), line({ ...half, jobID: 'job-2' }), line({ jobID: 'job-3', finishedAt: null })];
    const extras = [
      { cleanerID: 'aminah', kind: 'tip', amount: 500 },
      { cleanerID: 'aminah', kind: 'extra', amount: 1000 },
      { cleanerID: 'aminah', kind: 'deduction', amount: 300 },
    ] as const;
    expect(totalsOf(lines, extras)).toEqual({
      visits: 3,
      plannedMinutes: 540,
      clockedMinutes: 180,
      paidMinutes: 360,
      base: 2 * 1808 + 3615,
      extras: 1000,
      tips: 500,
      deductions: 300,
      total: 2 * 1808 + 3615 + 1200,
      noRate: 0,
      flags: {
        'no-clock-in': 0,
        'no-clock-out': 1,
        implausible: 0,
        overlap: 0,
        longer: 0,
        shorter: 2,
        cancelled: 0,
        'paid-before': 0,
      },
    });
  });

  it('count lines without a rate', () => {
    expect(totalsOf([lineOf(visit, () => null)], [])).toMatchObject({ noRate: 1, base: 0, total: 0 });
  });
});

describe('the differences between approved lines and the clock events', () => {
  it('are none while nothing has changed', () => {
    expect(differencesOf([line(), line({ jobID: 'job-2' })], [line({ jobID: 'job-2' }), line()])).toEqual([]);
  });

  it('are changed, missing and new lines in order of the visits', () => {
    const later = line({ jobID: 'job-2', start: NINE + HOUR });
    const finished = line({ finishedAt: NINE + 4 * HOUR });
    const added = line({ jobID: 'job-3', start: NINE + 2 * HOUR });
    expect(differencesOf([later, line()], [added, finished])).toEqual([
      { approved: line(), now: finished },
      { approved: later, now: null },
      { approved: null, now: added },
    ]);
  });

  it('include clock events that do not change the pay', () => {
    expect(differencesOf([line()], [line({ finishedAt: NINE + 3 * HOUR + 60_000 })])).toHaveLength(1);
  });
});

test.each<[SheetStatus, ReturnType<typeof whyNotChangeable>, ReturnType<typeof whyNotDecidable>]>([
  ['draft', null, 'not_approved'],
  ['approved', 'not_draft', null],
  ['locked', 'sheet_locked', 'sheet_locked'],
])('a sheet in the state %s: approving it %s, reopening and locking it %s', (status, change, decision) => {
  expect([whyNotChangeable(status), whyNotDecidable(status)]).toEqual([change, decision]);
});

test.each([
  ['approved', 'approved'],
  ['reopened', 'draft'],
  ['locked', 'locked'],
] as const)('a sheet that was %s is %s', (action, status) => {
  expect(statusAfter(action)).toBe(status);
});
