import { useCallback, useEffect, useState } from 'react';
import { callApi } from './api.ts';
import type { Callable, CallReply } from './callable.ts';

/** What a page sees of a read, in the words that `useCall` uses. */
export interface PlainRead<Reply> {
  readonly data: Reply | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly isSuccess: boolean;
  readonly isFetching: boolean;
  refetch(): void;
}

/** The newest reply of each read, so that going back shows it at once. */
const kept = new Map<Callable, unknown>();

/**
 * One read without parameters that change, for pages whose first load must stay light; all others use `useCall`.
 * Shows the former reply while it asks anew.
 */
export function usePlainRead<C extends Callable>(
  call: C,
  query: Record<string, unknown>,
): PlainRead<CallReply<C>> {
  const [data, setData] = useState(kept.get(call) as CallReply<C> | undefined);
  const [state, setState] = useState<'fetching' | 'done' | 'failed'>('fetching');
  const asked = JSON.stringify(query);
  const read = useCallback(
    async (signal?: AbortSignal) => {
      setState('fetching');
      const ask = callApi as (call: Callable, input: object) => Promise<unknown>;
      try {
        const reply = await ask(call, { query: JSON.parse(asked) as object, ...(signal ? { signal } : {}) });
        kept.set(call, reply);
        setData(reply as CallReply<C>);
        setState('done');
      } catch {
        if (!signal?.aborted) setState('failed'); // the page says so and offers another try
      }
    },
    [call, asked],
  );
  useEffect(() => {
    const leaving = new AbortController();
    void read(leaving.signal);
    return () => leaving.abort();
  }, [read]);
  return {
    data,
    isPending: data === undefined && state === 'fetching',
    isError: data === undefined && state === 'failed',
    isSuccess: data !== undefined,
    isFetching: state === 'fetching',
    refetch: () => void read(),
  };
}
