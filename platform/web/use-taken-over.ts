import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False while a page stands as the server drew it for anybody, true once the app has it. What follows from the history's
 * state, from behind the # or from an id in the address is shown from then on; the server knows none of them.
 */
export function useTakenOver(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
