import { describe, expect, test } from 'vitest';
import { DEFAULTS } from '#features/catalogue/settings/rules/settings.ts';
import { cancellationTermsOf, isFree } from './cancellation.ts';

import {
  type ChangedParts,
  type MovableJob,
  whyCustomerCannotMove,
  whyNotChangeable,
  whyOfficeCannotChange,
} from './moving.ts';

const start = Date.parse('2026-11-25T09:00:00+08:00');
const minutesBefore = (minutes: number) => start - minutes * 60_000;
const DAY = 24 * 60;

const paid: MovableJob = {
  status: 'paid',
  isTrashed: false,
  start,
  hasChangedDate: false,
  terms: cancellationTermsOf(DEFAULTS),
  begun: false,
  finished: false,
};

const moves: readonly [string, Partial<MovableJob>, number, string | null][] = [
  ['a day ahead, the first time', {}, DAY, null],
  ['a minute less than a day ahead', {}, DAY - 1, 'change_too_late'],
  ['the second time', { hasChangedDate: true }, 2 * DAY, 'change_used'],
  ['held and unpaid, an hour ahead, moved before', { status: 'pending', hasChangedDate: true }, 60, null],
  ['already begun', { begun: true }, 2 * DAY, 'not_changeable'],
  ['the start has passed', {}, 0, 'not_changeable'],
  ['cancelled', { status: 'cancelled' }, 2 * DAY, 'not_changeable'],
  ['expired', { status: 'expired' }, 2 * DAY, 'not_changeable'],
];

describe('moving a visit', () => {
  test.each(moves)('%s', (_why, more, minutes, expected) => {
    expect(whyCustomerCannotMove({ ...paid, ...more }, minutesBefore(minutes))).toBe(expected);
  });

  test.each([
    ['paid', false, null],
    ['pending', false, null],
    ['paid', true, 'not_changeable'],
    ['cancelled', false, 'not_changeable'],
    ['expired', false, 'not_changeable'],
  ] as const)('the office, status %s, finished %s', (status, finished, expected) => {
    expect(whyOfficeCannotChange({ ...paid, status, finished })).toBe(expected);
  });

  test('is free up to exactly 24 hours ahead', () => {
    expect(
      [DAY, DAY - 1].map((minutes) => isFree(cancellationTermsOf(DEFAULTS), start, minutesBefore(minutes))),
    ).toEqual([true, false]);
  });
});

const nothing: ChangedParts = { moves: false, recrews: false, rebooks: false, dropsWorker: false };

/** For a customer, and for the office. */
type Both = readonly [string | null, string | null];
const done = { begun: true, finished: true };

const changes: readonly [string, Partial<ChangedParts>, Partial<MovableJob>, Both][] = [
  ['notes', {}, {}, [null, null]],
  ['notes of a cancelled visit', {}, { status: 'cancelled' }, [null, null]],
  ['anything in the trash', {}, { isTrashed: true }, ['not_changeable', 'not_changeable']],
  ['a move', { moves: true }, {}, [null, null]],
  ['a second move', { moves: true }, { hasChangedDate: true }, ['change_used', null]],
  ['the home after a move', { rebooks: true }, { hasChangedDate: true }, [null, null]],
  ['the home of a visit that has begun', { rebooks: true }, { begun: true }, ['not_changeable', null]],
  ['the home of a visit that is done', { rebooks: true }, done, ['not_changeable', 'not_changeable']],
  [
    'a crew without somebody who is there',
    { recrews: true, dropsWorker: true },
    {},
    [null, 'not_changeable'],
  ],
];

test.each(changes)('a change of %s', (_what, parts, more, expected) => {
  const why = (isOffice: boolean) =>
    whyNotChangeable(
      { ...paid, ...more },
      { ...nothing, ...parts },
      { isOffice, now: minutesBefore(2 * DAY) },
    );
  expect([why(false), why(true)]).toEqual(expected);
});
