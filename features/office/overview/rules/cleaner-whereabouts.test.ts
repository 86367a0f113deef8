import { expect, it } from 'vitest';
import { firstStarts, type OwnVisit, whereaboutsOf } from './cleaner-whereabouts.ts';

const NOON = 12;
const visit = (start: number, end: number, more: Partial<OwnVisit> = {}): OwnVisit => ({
  jobID: `${start}`,
  start,
  end,
  hasSetOut: false,
  hasStarted: false,
  hasFinished: false,
  ...more,
});
const working = { hasSetOut: true, hasStarted: true };

it.each<[string, Partial<Parameters<typeof whereaboutsOf>[0]>, string | null, string | undefined]>([
  ['in a home', { visits: [visit(9, 13, working)] }, 'at-work', '9'],
  ['still in a home after its end', { visits: [visit(8, 11, working)] }, 'at-work', '8'],
  ['set out for the next home', { visits: [visit(13, 15, { hasSetOut: true })] }, 'on-the-way', '13'],
  ['expected in a home', { visits: [visit(12, 15)] }, 'late', '12'],
  ['set out, but late', { visits: [visit(11, 15, { hasSetOut: true })] }, 'on-the-way', '11'],
  ['free until the next visit', { visits: [visit(15, 18)] }, 'free', '15'],
  ['done for the day', { visits: [visit(9, 11, { ...working, hasFinished: true })] }, 'free', undefined],
  ['a visit that nobody went to', { visits: [visit(8, 10)] }, 'free', undefined],
  ['off', { isOff: true }, 'off', undefined],
  ['off, with a visit that somebody has to take', { isOff: true, visits: [visit(12, 15)] }, 'off', undefined],
  ['called in on a day off', { isOff: true, visits: [visit(9, 13, working)] }, 'at-work', '9'],
  ['before or after working hours', { isOnShift: false }, null, undefined],
])('%s', (_what, today, state, jobID) => {
  const where = whereaboutsOf({ visits: [], isOff: false, isOnShift: true, ...today }, NOON);
  expect([where?.state ?? null, where?.visit?.jobID]).toEqual([state, jobID]);
});

const starting = (start: number, clock: Partial<{ hasSetOut: boolean; hasStarted: boolean }> = {}) => ({
  start,
  crew: [{ hasSetOut: false, hasStarted: false, ...clock }],
});

it.each([
  ['before the first visit, the earliest ones', [starting(15), starting(13), starting(14)], [13, 14]],
  ['none once the first has begun', [starting(12), starting(15)], []],
  ['none once somebody is on the way', [starting(13, { hasSetOut: true }), starting(15)], []],
  ['none once somebody has started early', [starting(13, { hasStarted: true })], []],
  ['none on a day without visits', [], []],
])('%s', (_when, visits, starts) => {
  expect(firstStarts(visits, NOON, 2).map(({ start }) => start)).toEqual(starts);
});
