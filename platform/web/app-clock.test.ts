import { describe, expect, it } from 'vitest';
import { createAppClock } from './app-clock.ts';

describe('the app clock', () => {
  const device = Date.parse('2026-11-23T02:00:00Z');

  it('uses the device clock until the first reply', () => {
    expect(
      createAppClock(() => device)
        .now()
        .getTime(),
    ).toBe(device);
  });

  it("follows the server's clock, however large the offset", () => {
    const clock = createAppClock(() => device);
    clock.sync('2026-11-28T01:00:00.123456789Z');
    expect(clock.now().toISOString()).toBe('2026-11-28T01:00:00.123Z');
  });

  it('does not jitter with network latency', () => {
    const clock = createAppClock(() => device);
    clock.sync('2026-11-23T02:00:01.500Z');
    expect(clock.now().getTime()).toBe(device);
  });

  it('the app clock ignores a time that it cannot read', () => {
    const clock = createAppClock(() => device);
    clock.sync(null);
    clock.sync('soon');
    expect(clock.now().getTime()).toBe(device);
  });

  it('notifies listeners of a correction until they unsubscribe', () => {
    const clock = createAppClock(() => device);
    let heard = 0;
    const lookAway = clock.onChange(() => {
      heard += 1;
    });
    clock.sync('2026-11-23T02:00:01Z');
    expect(heard).toBe(0);
    clock.sync('2026-11-28T01:00:00Z');
    expect(heard).toBe(1);
    lookAway();
    clock.sync('2026-11-23T02:00:00Z');
    expect(heard).toBe(1);
  });
});
