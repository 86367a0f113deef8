import { describe, expect, it } from 'vitest';
import { moneyEntries, unbalanced } from './ledger.ts';

describe('ledger entries', () => {
  it('move money from one account to another', () => {
    expect(moneyEntries({ from: 'revenue:job', to: 'stripe_clearing', amount: 9300 })).toEqual([
      { account: 'stripe_clearing', commodity: 'SGD', amount: 9300 },
      { account: 'revenue:job', commodity: 'SGD', amount: -9300 },
    ]);
  });

  it.each([
    ['nothing', [], []],
    [
      'a move',
      [
        ['a', 'SGD', 5],
        ['b', 'SGD', -5],
      ],
      [],
    ],
    [
      'three lines',
      [
        ['a', 'SGD', 5],
        ['b', 'SGD', -3],
        ['c', 'SGD', -2],
      ],
      [],
    ],
    [
      'a cent too few',
      [
        ['a', 'SGD', 5],
        ['b', 'SGD', -4],
      ],
      ['SGD'],
    ],
    [
      'money against hours',
      [
        ['a', 'SGD', 5],
        ['b', 'H27', -5],
      ],
      ['SGD', 'H27'],
    ],
    [
      'two commodities that balance',
      [
        ['a', 'SGD', 5],
        ['b', 'SGD', -5],
        ['c', 'H27', 30],
        ['d', 'H27', -30],
      ],
      [],
    ],
  ] as const)('balance or not: %s', (_name, lines, expected) => {
    const entries = lines.map(([account, commodity, amount]) => ({ account, commodity, amount }));
    expect(unbalanced(entries)).toEqual(expected);
  });
});
