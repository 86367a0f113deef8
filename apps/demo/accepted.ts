import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';

/** The success result of a use case. */
export type Accepted<T> = Exclude<T, Refusal>;

/**
 * Unwraps the result of a use case that must succeed.
 * @throws when it was refused: the demo's data and the rules have diverged
 */
export function accepted<T>(outcome: T): Accepted<T> {
  if (isRefusal(outcome)) throw new Error(`A use case of the demo was refused: ${JSON.stringify(outcome)}`);
  return outcome as Accepted<T>;
}
