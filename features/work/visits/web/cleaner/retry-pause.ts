/**
 * Why a try ended with something kept. `unheard`: nothing answered, so it cost the server nothing. `busy`: the server
 * answered that it cannot now.
 */
export type Trouble = 'unheard' | 'busy';

/** ms. Nobody stands at the door for longer than the most of them once the signal is back. */
const UNHEARD = { first: 500, most: 4000 };
/** A server in trouble has all phones at it. */
const BUSY = { first: 2000, most: 60_000 };
/** A phone in the pocket tries seldom: looking at it tries at once. */
const HIDDEN_MS = 30_000;

interface Tries {
  /** In a row, the last included. At least 1. */
  readonly failures: number;
  readonly trouble: Trouble;
  readonly isHidden: boolean;
  /** From 0 to below 1: a busy server's phones come back one by one, not all at once. */
  readonly random: number;
}

/** How long to wait before the next try, ms: twice as long each time, up to a bound. */
export function retryPause({ failures, trouble, isHidden, random }: Tries): number {
  const { first, most } = trouble === 'busy' ? BUSY : UNHEARD;
  const grown = Math.min(first * 2 ** (failures - 1), most);
  const spread = trouble === 'busy' ? grown * (1 + random / 2) : grown;
  return Math.round(isHidden ? Math.max(spread, HIDDEN_MS) : spread);
}
