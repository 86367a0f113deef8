import { describe, expect, test } from 'vitest';
import { stateAfter } from './delivery-reports.ts';

describe('a state only moves forward', () => {
  test.each([
    // current state, report, next state
    ['queued', 'taken', 'sent'],
    ['queued', 'delivered', 'delivered'],
    ['queued', 'failed', 'failed'],
    ['sending', 'taken', 'sent'],
    ['sending', 'delivered', 'delivered'],
    ['sent', 'taken', null],
    ['sent', 'delivered', 'delivered'],
    ['sent', 'failed', 'failed'],
    ['sent', 'none', null],
    ['failed', 'taken', null],
    ['failed', 'failed', null],
    ['failed', 'delivered', 'delivered'],
    ['delivered', 'taken', null],
    ['delivered', 'failed', null],
    ['delivered', 'delivered', null],
    ['held', 'delivered', null],
    ['superseded', 'delivered', null],
    ['superseded', 'failed', null],
  ] as const)('%s, %s: %s', (state, news, then) => {
    expect(stateAfter(state, news)).toBe(then);
  });
});
