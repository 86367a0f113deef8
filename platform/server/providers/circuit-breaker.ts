/** So many failures in a row, and nobody asks for so long: whoever is down is left in peace, and people do not wait. */
const FAILURES = 5;
const PAUSE_MS = 30_000;

export interface CircuitBreaker {
  /** Whether not to ask now. */
  isOpen(): boolean;
  /** How the last question went. */
  count(wasAnswered: boolean): void;
}

/**
 * Keeps a process from asking somebody who does not answer. After the pause one failure opens it again. It is of this
 * process alone: another one finds out by itself.
 * @param now milliseconds of any clock that only goes forward
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
