import { expect, test } from 'vitest';
import { bridgesOf, isReconciled } from './hours-owed.ts';

/* At S$27: 12 hours bought before, 3 used and 1.5 sent in the range, 2 used after it. */
const balances = {
  now: [{ perHour: 27, hours: 5.5 }],
  since: [{ perHour: 27, hours: -2 }],
  moved: [
    { perHour: 27, kind: 'held', hours: -2 },
    { perHour: 27, kind: 'held', hours: -1 },
    { perHour: 27, kind: 'sent', hours: -1.5 },
  ],
  ledger: [{ perHour: 27, hours: 7.5 }],
};

test('opening and changes make the closing balance', () => {
  const [first, ...others] = bridgesOf(balances);
  expect(first).toEqual({
    perHour: 27,
    opening: { hours: 12, value: 32_400 },
    changes: [
      { kind: 'held', hours: -3, value: -8100 },
      { kind: 'sent', hours: -1.5, value: -4050 },
    ],
    closing: { hours: 7.5, value: 20_250 },
    ledger: { hours: 7.5, value: 20_250 },
  });
  expect(others.map(({ perHour, closing }) => [perHour, closing.hours])).toEqual([
    [25, 0],
    [24, 0],
    [0, 0],
  ]);
  expect(isReconciled(bridgesOf(balances))).toBe(true);
});

test('a ledger that has other hours, or hours of another tier, is not reconciled', () => {
  for (const ledger of [
    [],
    [{ perHour: 27, hours: 7 }],
    [{ perHour: 25, hours: 7.5 }],
    [...balances.ledger, { perHour: 0, hours: 1 }],
  ])
    expect(isReconciled(bridgesOf({ ...balances, ledger }))).toBe(false);
});
