import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { getJob, listJobs } from '#features/jobs/contract.ts';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { createIdempotencyKeys } from '#platform/web/api/idempotency.ts';
import { keyOf, queryOf } from '#platform/web/api/queries.ts';
import { finishJob, startJob, updateJobChecklist } from '../../contract.ts';
import { noteFinishSent } from './finishes-sent.ts';
import type { Batch, Clocking, Tick } from './unsent-items.ts';
import type { Deliver } from './unsent-queue.ts';
import { useFailureToast } from './use-failure-toast.tsx';
import { hasNoSignal } from './use-signal-back.ts';
import { words } from './words.ts';

const FAILED = { start: words.notStarted, finish: words.notFinished, tick: words.notTicked } as const;

/** Sends a batch, brings the pages up to date, and says what was refused, with the way to its job. */
export function useDeliver(): Deliver {
  const client = useQueryClient();
  const failure = useFailureToast();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const keys = useMemo(() => createIdempotencyKeys(() => crypto.randomUUID()), []);
  return async (batch) => {
    const [{ act, jobID }] = batch;
    try {
      await keys.settle(save(client, batch, keys.keyFor(batch)));
      failure.close();
      return 'sent';
    } catch (error) {
      if (isUnheard(error)) return 'kept';
      const path = `/cleaner/jobs/${jobID}`;
      const action = { label: `${words.see.text} ${words.see.zh}`, onPress: () => void navigate(path) };
      failure.showError(error, FAILED[act], pathname.endsWith(jobID) ? undefined : action);
      return 'refused';
    }
  };
}

/** No answer about this press: no signal, a session that has ended, a server that asks for patience. */
function isUnheard(error: unknown): boolean {
  if (hasNoSignal(error)) return true;
  if (!(error instanceof ApiError)) return false;
  return error.code === 'unauthenticated' || error.code === 'in_progress' || error.status === 429;
}

function save(client: QueryClient, batch: Batch, idempotencyKey: string): Promise<void> {
  const [first] = batch;
  if (first.act !== 'tick') return saveClocking(client, first, idempotencyKey);
  return saveTicks(client, batch as readonly [Tick, ...Tick[]], idempotencyKey);
}

async function saveTicks(client: QueryClient, ticks: readonly [Tick, ...Tick[]], idempotencyKey: string) {
  const params = { id: ticks[0].jobID };
  const checklist = ticks.map(({ lineID, done, at }) => ({ id: lineID, done, at }));
  const saved = await callApi(updateJobChecklist, { params, body: { checklist }, idempotencyKey });
  const { queryKey } = queryOf(getJob, { params });
  // A read that began before the tick would bring back the list without it.
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (before) => before && { ...before, checklist: saved.checklist });
  // The page hears of the new list before the tick stops waiting: it must not blink.
  await new Promise<void>((heard) => notifyManager.schedule(heard));
}

async function saveClocking(client: QueryClient, { act, jobID, at }: Clocking, idempotencyKey: string) {
  const params = { id: jobID };
  const job = await callApi(act === 'start' ? startJob : finishJob, { params, body: { at }, idempotencyKey });
  if (act === 'finish') noteFinishSent(jobID);
  const { queryKey } = queryOf(getJob, { params });
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, job);
  await new Promise<void>((heard) => notifyManager.schedule(heard));
  for (const read of [getJob, listJobs]) void client.invalidateQueries({ queryKey: keyOf(read) });
}
