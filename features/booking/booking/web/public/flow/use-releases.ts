import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { keyOf } from '#platform/web/api/queries.ts';
import { useOnline } from '#platform/web/use-online.ts';
import { getJob, listJobs, listTimeAvailable } from './calls.ts';
import type { Draft } from './draft.ts';
import { browserStores } from './draft-store.ts';
import { findUnanswered, noteRelease, sendReleases } from './releases.ts';

/**
 * Releases the hold of a discarded draft, at once or as soon as there is a network, also after a reload. Per
 * tab, because two tabs can book different things. Refetches the free times.
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

/**
 * A request without a reply may hold a time, too. Without a network it never arrived, or its hold expires by
 * itself.
 */
async function releaseUnanswered(unanswered: NonNullable<Draft['unanswered']>): Promise<void> {
  const jobID = await findUnanswered(unanswered);
  if (jobID !== null) noteRelease(browserStores.tab, { held: { jobID, request: '' } }, Date.now());
}
