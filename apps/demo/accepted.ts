import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';

/** What a use case gave. */
export type Accepted<T> = Exclude<T, Refusal>;

/**
 * What a use case gave, where nothing may stand in its way.
 * @throws when it refused: the demo's data and the rules have grown apart
 */
export function accepted<T>(outcome: T): Accepted<T> {
  if (isRefusal(outcome)) throw new Error(`The demo business was refused: ${JSON.stringify(outcome)}`);
  return outcome as Accepted<T>;
}
