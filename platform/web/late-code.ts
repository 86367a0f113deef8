import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** `unasked`: nobody has needed it so far. `coming`: on its way. `failed`: it could not be had, so many times by now. */
export type Fetched<Code> =
  | { readonly state: 'unasked' | 'coming' }
  | { readonly state: 'failed'; readonly times: number }
  | { readonly state: 'here'; readonly code: Code };

/** Code that is fetched apart from the page that shows it. */
export interface LateCode<Code> {
  /** Fetches it, unless it is here or on its way. */
  readonly fetch: () => void;
  readonly get: () => Fetched<Code>;
  readonly subscribe: (listener: () => void) => () => void;
}

export function lateCode<Code>(load: () => Promise<Code>): LateCode<Code> {
  const listeners = new Set<() => void>();
  let fetched: Fetched<Code> = { state: 'unasked' };
  const become = (next: Fetched<Code>) => {
    fetched = next;
    for (const listener of listeners) listener();
  };
  return {
    fetch() {
      if (fetched.state === 'here' || fetched.state === 'coming') return;
      const times = fetched.state === 'failed' ? fetched.times + 1 : 1;
      become({ state: 'coming' });
      load().then(
        (code) => become({ state: 'here', code }),
        () => become({ state: 'failed', times }),
      );
    },
    get: () => fetched,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** The code, asked for as soon as it is shown; again as soon as there is a network. `retry` is for the person. */
export function useLateCode<Code>(late: LateCode<Code>): {
  readonly fetched: Fetched<Code>;
  readonly retry: () => void;
  /** The person asked for it again, and it is on its way. */
  readonly isTrying: boolean;
} {
  const [isTriedByHand, setTriedByHand] = useState(false);
  const fetched = useSyncExternalStore(late.subscribe, late.get, late.get);
  // Before it is painted: what has failed unseen is tried once more, and not shown as failed meanwhile.
  useLayoutEffect(() => late.fetch(), [late]);
  useEffect(() => {
    const again = () => late.fetch();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [late]);
  const retry = () => {
    // A newer version was put up, or the browser keeps what has failed: a fresh page has other names.
    if (fetched.state === 'failed' && fetched.times > 1 && navigator.onLine) window.location.reload();
    else late.fetch();
    setTriedByHand(true);
  };
  return { fetched, retry, isTrying: isTriedByHand && fetched.state === 'coming' };
}

/** Where the browser does not tell when it is idle, ms. */
const SOON = 300;

/** Fetches what will be needed next, while nothing else goes on. */
export function useAhead(codes: readonly LateCode<unknown>[]): void {
  useEffect(() => {
    const stops = codes.map((code) => whenIdle(() => code.fetch()));
    return () => {
      for (const stop of stops) stop();
    };
  }, [codes]);
}

function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, SOON);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(act);
  return () => cancelIdleCallback(request);
}
