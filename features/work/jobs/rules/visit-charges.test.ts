import { describe, expect, test } from 'vitest';
import { mandateOf } from '#features/catalogue/settings/rules/charge-times.ts';
import { dueStarts, isDue, nextCharge } from './visit-charges.ts';

const ZONE = 'Asia/Singapore';
const at = (local: string) => Temporal.Instant.from(`${local}+08:00`);

describe('which visits are charged', () => {
  test.each([
    // Thursday
    ['2026-12-03T17:59:59', '2026-12-04T00:00', '2026-11-30T00:00'],
    ['2026-12-03T18:00', '2026-12-05T00:00', '2026-11-30T00:00'],
    // Sunday: the week is not over
    ['2026-12-06T23:59', '2026-12-08T00:00', '2026-11-30T00:00'],
    // Monday, before and from nine
    ['2026-12-07T08:59', '2026-12-08T00:00', '2026-11-30T00:00'],
    ['2026-12-07T09:00', '2026-12-08T00:00', '2026-12-07T00:00'],
    // over the end of a year
    ['2026-12-31T18:00', '2027-01-02T00:00', '2026-12-28T00:00'],
  ])('at %s: those before %s on the evening before, before %s weekly', (now, evening, weekly) => {
    expect(dueStarts(at(now), ZONE)).toEqual({ 'evening-before': at(evening), weekly: at(weekly) });
  });
});

test.each([
  ['an hour before it begins', '2026-12-03T08:00', false, true],
  ['once it should have begun, and nobody has come', '2026-12-03T09:00', false, false],
  ['once it is done', '2026-12-03T12:05', true, true],
])('a visit charged on the evening before, %s', (_when, now, isDone, expected) => {
  const visit = { charged: 'evening-before', start: at('2026-12-03T09:00'), isDone } as const;
  expect(isDue(visit, at(now), ZONE)).toBe(expected);
});

describe('a declined charge', () => {
  const now = at('2026-12-03T20:00');

  test('is tried again one, three and seven days after the first, then no more', () => {
    const days: number[] = [];
    let time = now;
    for (let declines = 1; ; declines += 1) {
      const next = nextCharge(declines, 'insufficient_funds', time);
      if (next === null) break;
      days.push(next.since(now).total('hours') / 24);
      time = next;
    }
    expect(days).toEqual([1, 3, 7]);
  });

  test.each(['lost_card', 'expired_card', 'authentication_required', 'no_stored_card'])(
    'is not tried again after %s',
    (code) => expect(nextCharge(1, code, now)).toBeNull(),
  );

  test.each(['generic_decline', 'do_not_honor', 'try_again_later', 'a_new_code'])(
    'is tried again after %s',
    (code) => expect(nextCharge(1, code, now)).toEqual(now.add({ hours: 24 })),
  );
});

test('the mandate names the business, the time and what is charged', () => {
  expect(mandateOf('after-visit', 'Sparkle Homes Pte Ltd')).toBe(
    'I allow Sparkle Homes Pte Ltd to charge my saved card after each visit of this series: its price, what we agree on for it later, and the fee of a late cancellation. I can cancel the series at any time.',
  );
});
