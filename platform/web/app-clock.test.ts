import { describe, expect, it } from 'vitest';
import { createAppClock } from './app-clock.ts';

describe('the app clock', () => {
  const device = Date.parse('2026-11-23T02:00:00Z');

  it('is the device clock until a reply came', () => {
    expect(
      createAppClock(() => device)
        .now()
        .getTime(),
    ).toBe(device);
  });

  it('follows the server, however far away it is', () => {
    const clock = createAppClock(() => device);
    clock.sync('2026-11-28T01:00:00.123456789Z');
    expect(clock.now().toISOString()).toBe('2026-11-28T01:00:00.123Z');
  });

  it('does not jitter with the way of a reply', () => {
    const clock = createAppClock(() => device);
    clock.sync('2026-11-23T02:00:01.500Z');
    expect(clock.now().getTime()).toBe(device);
  });

  it('passes over what is no time', () => {
    const clock = createAppClock(() => device);
    clock.sync(null);
    clock.sync('soon');
    expect(clock.now().getTime()).toBe(device);
  });

  it('tells those who look at it when it turns out to be wrong, until they look away', () => {
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
