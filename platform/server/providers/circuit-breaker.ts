/**
 * Consecutive failures until it opens, and how long it stays open: the provider gets time to recover, and people do not
 * wait.
 */
const FAILURES = 5;
const PAUSE_MS = 30_000;

export interface CircuitBreaker {
  /** Whether to skip the request for now. */
  isOpen(): boolean;
  /** Records the result of a request. */
  count(wasAnswered: boolean): void;
}

/**
 * A circuit breaker for a provider that does not respond. After the pause a single failure reopens it. It is local to
 * the process: each one finds out for itself.
 * @param now milliseconds of any monotonic clock
 */
export function circuitBreaker(now: () => number = () => performance.now()): CircuitBreaker {
  let failures = 0;
  let openUntil = Number.NEGATIVE_INFINITY;
  return {
    isOpen: () => now() < openUntil,
    count: (wasAnswered) => {
      failures = wasAnswered ? 0 : failures + 1;
      if (failures >= FAILURES) openUntil = now() + PAUSE_MS;
    },
  };
}
