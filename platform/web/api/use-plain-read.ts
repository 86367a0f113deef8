import { useCallback, useEffect, useState } from 'react';
import { callApi } from './api.ts';
import type { Callable, CallReply } from './callable.ts';
import { cachedReply, cacheReply, isFreshFromServer, readAddress } from './reply-cache.ts';

/** The state of a read, with the names of `useCall`. */
export interface PlainRead<Reply> {
  readonly data: Reply | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly isSuccess: boolean;
  readonly isFetching: boolean;
  refetch(): void;
}

/** Pending reads by address, so that two components of a page share one. */
const pending = new Map<string, Promise<unknown>>();

function requestOnce(call: Callable, query: object, address: string): Promise<unknown> {
  const running = pending.get(address);
  if (running !== undefined) return running;
  const read = callApi as (call: Callable, input: object) => Promise<unknown>;
  const request = read(call, { query }).finally(() => pending.delete(address));
  pending.set(address, request);
  return request;
}

/** An event by the path of the call for each read that has become stale. */
const stale = new EventTarget();

/** Reads again wherever a page shows it, whatever its parameters. */
export function refreshPlainReads({ path }: Callable): void {
  stale.dispatchEvent(new Event(path));
}

/**
 * One read with fixed parameters, for pages whose first load must be small; all others use `useCall`. Shows the cached
 * reply while it loads the new one. Replies that the server embedded in the page are not requested again.
 */
export function usePlainRead<C extends Callable>(
  call: C,
  query: Record<string, unknown>,
): PlainRead<CallReply<C>> {
  const address = readAddress(call, query);
  const queryJson = JSON.stringify(query);
  const [shown, setShown] = useState(() => cachedReply(address) as CallReply<C> | undefined);
  const [state, setState] = useState<'fetching' | 'done' | 'failed'>(() =>
    isFreshFromServer(address) ? 'done' : 'fetching',
  );
  const read = useCallback(
    async (leaving?: AbortSignal) => {
      setState('fetching');
      try {
        const reply = await requestOnce(call, JSON.parse(queryJson) as object, address);
        cacheReply(address, reply);
        if (leaving?.aborted) return;
        setShown(reply as CallReply<C>);
        setState('done');
      } catch {
        if (!leaving?.aborted) setState('failed'); // the page shows the error with a retry button
      }
    },
    [call, queryJson, address],
  );
  useEffect(() => {
    if (isFreshFromServer(address)) return setShown(cachedReply(address) as CallReply<C>);
    const leaving = new AbortController();
    void read(leaving.signal);
    return () => leaving.abort();
  }, [read, address]);
  useEffect(() => {
    const again = () => void read();
    stale.addEventListener(call.path, again);
    return () => stale.removeEventListener(call.path, again);
  }, [read, call.path]);
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
