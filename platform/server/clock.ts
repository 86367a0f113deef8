/** The application's only clock. Business time never comes from anywhere else. */
export interface Clock {
  now(): Temporal.Instant;
}

export const systemClock: Clock = { now: () => Temporal.Now.instant() };

/** The sandbox's clock: the system time plus an adjustable offset. */
export interface MovableClock extends Clock {
  /** Milliseconds ahead of the system time. */
  offset(): number;
  moveTo(offsetMs: number): void;
}

export function movableClock(startOffsetMs = 0): MovableClock {
  let offsetMs = startOffsetMs;
  return {
    now: () => Temporal.Now.instant().add({ milliseconds: offsetMs }),
    offset: () => offsetMs,
    moveTo: (next) => {
      offsetMs = next;
    },
  };
}
