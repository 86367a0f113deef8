import { expect, test } from 'vitest';
import { retryPause, type Trouble } from './retry-pause.ts';

test.each<[Trouble, number, number]>([
  ['unreachable', 1, 500],
  ['unreachable', 2, 1000],
  ['unreachable', 3, 2000],
  ['unreachable', 4, 4000],
  ['unreachable', 5, 4000],
  ['unreachable', 5000, 4000],
  ['busy', 1, 2000],
  ['busy', 3, 8000],
  ['busy', 6, 60_000],
  ['busy', 5000, 60_000],
])('%s, failed %i times in a row: %i ms', (trouble, failures, pause) => {
  expect(retryPause({ trouble, failures, isHidden: false, random: 0 })).toBe(pause);
});

test('retries after a busy server are spread over half the pause', () => {
  expect(retryPause({ trouble: 'busy', failures: 3, isHidden: false, random: 0.999 })).toBe(11_996);
  expect(retryPause({ trouble: 'unreachable', failures: 3, isHidden: false, random: 0.999 })).toBe(2000);
});

test('a hidden page waits longer', () => {
  expect(retryPause({ trouble: 'unreachable', failures: 1, isHidden: true, random: 0 })).toBe(30_000);
  expect(retryPause({ trouble: 'busy', failures: 9, isHidden: true, random: 0 })).toBe(60_000);
});
