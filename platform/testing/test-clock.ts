import type { MovableClock } from '../server/clock.ts';

/** Monday 23 November 2026, 10:00 in Singapore: a working day at the start of a working week. */
export const TEST_NOW = '2026-11-23T10:00:00+08:00';

/** A clock that stands still until the test moves it. */
export interface TestClock extends MovableClock {
  advance(duration: Temporal.DurationLike): void;
  set(iso: string): void;
}

export function testClock(start = TEST_NOW): TestClock {
  const origin = Temporal.Instant.from(start);
  let now = origin;
  return {
    now: () => now,
    offset: () => now.epochMilliseconds - origin.epochMilliseconds,
    moveTo: (offsetMs) => {
      now = origin.add({ milliseconds: offsetMs });
    },
    advance: (duration) => {
      now = now.toZonedDateTimeISO('UTC').add(duration).toInstant();
    },
    set: (iso) => {
      now = Temporal.Instant.from(iso);
    },
  };
}
