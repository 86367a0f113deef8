import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/**
 * False on the server and during hydration, true afterwards. What only the browser knows (storage, the history's state, the
 * part of the address after #) is rendered once this is true: the first render must equal the server's.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
