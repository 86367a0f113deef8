/** The application's one clock. Business time never comes from anywhere else. */
export interface Clock {
  now(): Temporal.Instant;
}

export const systemClock: Clock = { now: () => Temporal.Now.instant() };

/** A clock that the sandbox can push: the system's time plus an offset. */
export interface MovableClock extends Clock {
  /** Milliseconds ahead of the system's time. */
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
