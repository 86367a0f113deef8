import { expect, test } from 'vitest';
import { isSoon, orderOptions } from './options.ts';

const at = (time: string) => Temporal.Instant.from(`2026-11-26T${time}+08:00`);

const orders: readonly [string, Partial<Parameters<typeof orderOptions<string>>[0]>, string][] = [
  ['nothing but questions', {}, 'ask cancel'],
  [
    'the assigned replacement first',
    { isCovered: true, replacements: ['mei', 'siti'] },
    'mei siti ask cancel',
  ],
  ['a swap before replacements', { swap: 'swap', replacements: ['siti'] }, 'swap siti ask cancel'],
  ['a replacement who is needed elsewhere is not proposed', { replacements: ['mei'] }, 'ask mei cancel'],
  ['nor is moving without asking', { moves: ['friday'] }, 'ask friday cancel'],
  [
    'moves after everything at the same time',
    { isCovered: true, replacements: ['mei'], moves: ['friday'] },
    'mei friday ask cancel',
  ],
];

test.each(orders)('%s', (_what, found, order) => {
  const none = { isCovered: false, swap: null, replacements: [], moves: [], ask: 'ask', cancel: 'cancel' };
  expect(orderOptions({ ...none, ...found }).join(' ')).toBe(order);
});

test.each([
  ['08:59', false],
  ['09:00', true],
  ['10:30', true],
])('a visit at ten is soon at %s: %s', (now, soon) => {
  expect(isSoon(at('10:00'), at(now))).toBe(soon);
});
