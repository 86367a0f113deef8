import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { keyOf } from '#platform/web/api/queries.ts';
import { useOnline } from '#platform/web/use-online.ts';
import { getJob, listJobs, listTimeAvailable } from './calls.ts';
import type { Draft } from './draft.ts';
import { browserStores } from './draft-store.ts';
import { findUnanswered, noteRelease, sendReleases } from './releases.ts';

/**
 * Gives up the hold of a draft that is thrown away, at once or as soon as there is a network, also after a reload: of this
 * tab, as two tabs book two things. What is free is asked for anew.
 */
export function useReleases(): (draft: Draft) => void {
  const client = useQueryClient();
  const isOnline = useOnline();
  const send = useCallback(async () => {
    if (!(await sendReleases(browserStores.tab, Date.now()))) return;
    for (const call of [listTimeAvailable, listJobs, getJob])
      void client.invalidateQueries({ queryKey: keyOf(call) });
  }, [client]);
  useEffect(() => {
    if (isOnline) void send();
  }, [isOnline, send]);
  return useCallback(
    (draft) => {
      noteRelease(browserStores.tab, draft, Date.now());
      void send();
      if (draft.unanswered !== null) void releaseUnanswered(draft.unanswered).then(send, () => undefined);
    },
    [send],
  );
}

/** A request without an answer may hold a time, too. Without a network it never got there, or ends by itself. */
async function releaseUnanswered(unanswered: NonNullable<Draft['unanswered']>): Promise<void> {
  const jobID = await findUnanswered(unanswered);
  if (jobID !== null) noteRelease(browserStores.tab, { held: { jobID, request: '' } }, Date.now());
}
