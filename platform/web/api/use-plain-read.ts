import { useCallback, useEffect, useState } from 'react';
import { callApi } from './api.ts';
import type { Callable, CallReply } from './callable.ts';
import { cachedReply, cacheReply, isFreshFromServer, readAddress } from './reply-cache.ts';

/** What a page sees of a read, in the words that `useCall` uses. */
export interface PlainRead<Reply> {
  readonly data: Reply | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly isSuccess: boolean;
  readonly isFetching: boolean;
  refetch(): void;
}

/** Reads under way, by address: two parts of a page share one. */
const underWay = new Map<string, Promise<unknown>>();

function ask(call: Callable, query: object, address: string): Promise<unknown> {
  const running = underWay.get(address);
  if (running !== undefined) return running;
  const read = callApi as (call: Callable, input: object) => Promise<unknown>;
  const asked = read(call, { query }).finally(() => underWay.delete(address));
  underWay.set(address, asked);
  return asked;
}

/**
 * One read without parameters that change, for pages whose first load must stay light; all others use `useCall`.
 * Shows the cached reply while it loads the new one. Replies that the server embedded in the page are not requested again.
 */
export function usePlainRead<C extends Callable>(
  call: C,
  query: Record<string, unknown>,
): PlainRead<CallReply<C>> {
  const address = readAddress(call, query);
  const asked = JSON.stringify(query);
  const [shown, setShown] = useState(() => cachedReply(address) as CallReply<C> | undefined);
  const [state, setState] = useState<'fetching' | 'done' | 'failed'>(() =>
    isFreshFromServer(address) ? 'done' : 'fetching',
  );
  const read = useCallback(
    async (leaving?: AbortSignal) => {
      setState('fetching');
      try {
        const reply = await ask(call, JSON.parse(asked) as object, address);
        cacheReply(address, reply);
        if (leaving?.aborted) return;
        setShown(reply as CallReply<C>);
        setState('done');
      } catch {
        if (!leaving?.aborted) setState('failed'); // the page says so and offers another try
      }
    },
    [call, asked, address],
  );
  useEffect(() => {
    if (isFreshFromServer(address)) return setShown(cachedReply(address) as CallReply<C>);
    const leaving = new AbortController();
    void read(leaving.signal);
    return () => leaving.abort();
  }, [read, address]);
  const data = shown;
  return {
    data,
    isPending: data === undefined && state === 'fetching',
    isError: data === undefined && state === 'failed',
    isSuccess: data !== undefined,
    isFetching: state === 'fetching',
    refetch: () => void read(),
  };
}
