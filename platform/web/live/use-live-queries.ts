import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiHost } from '../api/api.ts';
import { useSession } from '../session/session.ts';
import { isAffected, type ReadsByTopic, type ShownEvent } from './live-queries.ts';
import { followLiveStream } from './live-stream.ts';

/** Events of one change arrive together. */
const COLLECT_MS = 700;

/** Refetches what the page shows when somebody else changes it, within two seconds. */
export function useLiveQueries(reads: ReadsByTopic): void {
  const client = useQueryClient();
  const { jwt, type, id } = useSession();
  useEffect(() => {
    let collected: ShownEvent[] = [];
    let isRefetching = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetch = async () => {
      timer = undefined;
      // A save in progress refetches on its own, and may show its result before the server has it.
      if (client.isMutating() > 0) return wait();
      const events = collected;
      collected = [];
      isRefetching = true;
      await client.invalidateQueries({
        predicate: ({ queryKey }) => events.some((event) => isAffected(queryKey, event, reads)),
      });
      isRefetching = false;
      if (collected.length > 0) wait();
    };
    const wait = () => {
      // One refetch after another, so that a busy office does not overload a slow server.
      if (!isRefetching) timer ??= setTimeout(() => void refetch(), COLLECT_MS);
    };
    const stop = followLiveStream({
      url: `${apiHost}/live`,
      group: type === null ? 'anyone' : `${type} ${id}`,
      headers: () => (jwt === null ? {} : { Authorization: `Bearer ${jwt}` }),
      onEvent: (event) => {
        collected.push(event);
        wait();
      },
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, jwt, type, id, reads]);
}
