import { describe, expect, it } from 'vitest';
import { type Decline, secondsUntilNextTry } from './decline-limits.ts';

const now = Temporal.Instant.from('2026-11-23T10:00:00+08:00');
const decline = (minutesAgo: number, of: Partial<Decline> = { ofCustomer: true }): Decline => ({
  at: now.subtract({ minutes: minutesAgo }),
  ofCustomer: false,
  networks: [],
  ofTarget: false,
  ...of,
});
const times = (n: number, of?: Partial<Decline>) => Array.from({ length: n }, (_, i) => decline(n - i, of));

describe('trying another card after declines', () => {
  it.each<[string, Decline[], number]>([
    ['the first', [], 0],
    ['after four', times(4), 0],
    ['after five: when the oldest is an hour old', times(5), 55 * 60],
    ['after six: when five still count, the second has to pass', times(6), 55 * 60],
    ['after five of which one is an hour old', [decline(60), ...times(4)], 0],
    ['after nine from this address', times(9, { networks: [1] }), 0],
    ['after ten from this address', times(10, { networks: [1] }), 50 * 60],
    ['after 39 from the same /56', times(39, { networks: [4, 16] }), 0],
    ['after 40 from the same /56', times(40, { networks: [4, 16] }), 20 * 60],
    ['after ten for this booking', times(10, { ofTarget: true }), 50 * 60],
  ])('%s', (_what, declines, seconds) => {
    expect(secondsUntilNextTry(declines, now, false)).toBe(seconds);
  });

  it('is limited per booking only if the office reads cards over the phone', () => {
    const both = { ofCustomer: true, networks: [1] };
    expect(secondsUntilNextTry(times(30, both), now, true)).toBe(0);
    expect(secondsUntilNextTry(times(10, { ofTarget: true }), now, true)).toBe(50 * 60);
  });
});
