import { describe, expect, test } from 'vitest';
import { DEFAULTS } from '#features/catalogue/settings/rules/settings.ts';
import { cancellationTermsOf, isFree } from './cancellation.ts';

import { type MovableJob, whyCustomerCannotMove, whyOfficeCannotChange } from './moving.ts';

const start = Temporal.Instant.from('2026-11-25T09:00:00+08:00');
const minutesBefore = (minutes: number) => start.subtract({ minutes });
const DAY = 24 * 60;

const paid: MovableJob = {
  status: 'paid',
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
    expect(whyOfficeCannotChange({ ...paid, status, finished, begun: finished })).toBe(expected);
  });

  test('is free up to exactly 24 hours ahead', () => {
    expect(
      [DAY, DAY - 1].map((minutes) => isFree(cancellationTermsOf(DEFAULTS), start, minutesBefore(minutes))),
    ).toEqual([true, false]);
  });
});
