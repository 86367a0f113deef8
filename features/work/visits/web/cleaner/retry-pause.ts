/**
 * Why sending failed and the items were kept. `unreachable`: no response, so it cost the server nothing. `busy`: the server
 * responded that it cannot process it now.
 */
export type Trouble = 'unreachable' | 'busy';

/** ms. The maximum is how long a cleaner waits at the door once the network is back. */
const UNREACHABLE = { first: 500, most: 4000 };
/** ms. Longer, because an overloaded server gets retries from all phones. */
const BUSY = { first: 2000, most: 60_000 };
/** ms. A hidden page retries rarely; showing it retries at once. */
const HIDDEN_MS = 30_000;

interface Tries {
  /** Consecutive failures, including the last. At least 1. */
  readonly failures: number;
  readonly trouble: Trouble;
  readonly isHidden: boolean;
  /** From 0 to below 1. Jitter, so that the phones do not all retry at once. */
  readonly random: number;
}

/** The delay before the next retry in ms: exponential up to a maximum. */
export function retryPause({ failures, trouble, isHidden, random }: Tries): number {
  const { first, most } = trouble === 'busy' ? BUSY : UNREACHABLE;
  const grown = Math.min(first * 2 ** (failures - 1), most);
  const spread = trouble === 'busy' ? grown * (1 + random / 2) : grown;
  return Math.round(isHidden ? Math.max(spread, HIDDEN_MS) : spread);
}
