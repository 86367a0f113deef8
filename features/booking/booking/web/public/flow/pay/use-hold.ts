import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { getJob } from '../calls.ts';
import type { Draft } from '../draft.ts';
import type { Flow } from '../use-flow.ts';
import { holdTime } from './hold-time.ts';

export type Hold = UseMutationResult<Job, Error, Draft>;

/** Holds the chosen time as soon as the step opens; `mutate` tries again, possibly with another time. */
export function useHold(flow: Flow): Hold {
  const { draft, change, sizing, service } = flow;
  const client = useQueryClient();
  const hold = useMutation({
    mutationFn: (wanted: Draft) => holdTime(wanted, { sizing, service, change }),
    // A changed hold keeps its id, so the cached job is stale.
    onSuccess: (job) => client.setQueryData(queryOf(getJob, { params: { id: job.id } }).queryKey, job),
  });
  const hasBegun = useRef(false);
  const isReady = sizing.pack !== null;
  const { mutate } = hold;
  useEffect(() => {
    if (hasBegun.current || !isReady) return;
    hasBegun.current = true;
    mutate(draft);
  }, [mutate, draft, isReady]);
  return hold;
}
