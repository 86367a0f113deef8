import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiHost } from '../api/api.ts';
import { useSession } from '../session/session.ts';
import { isAffected, type ReadsByTopic, type ShownEvent } from './live-queries.ts';
import { followLiveStream } from './live-stream.ts';

/** Events of one change arrive together; a busy office causes at most one refetch of a list in this time. */
const COLLECT_MS = 700;

/** Refetches what the page shows when somebody else changes it, within two seconds. */
export function useLiveQueries(reads: ReadsByTopic): void {
  const client = useQueryClient();
  const { jwt } = useSession();
  useEffect(() => {
    let collected: ShownEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetch = () => {
      timer = undefined;
      // A save in progress refetches on its own, and may show its result before the server has it.
      if (client.isMutating() > 0) return wait();
      const events = collected;
      collected = [];
      void client.invalidateQueries({
        predicate: ({ queryKey }) => events.some((event) => isAffected(queryKey, event, reads)),
      });
    };
    const wait = () => {
      timer ??= setTimeout(refetch, COLLECT_MS);
    };
    const stop = followLiveStream({
      url: `${apiHost}/live`,
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
  }, [client, jwt, reads]);
}
