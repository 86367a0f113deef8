import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { getJob } from '#features/jobs/contract.ts';
import { queryOf, useAct } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { updateJobChecklist } from '../../contract.ts';
import { createTickQueue, type TickQueue } from './tick-queue.ts';
import { useFailureToast } from './use-failure-toast.tsx';
import { hasNoSignal, useSignalBack } from './use-signal-back.ts';
import { words } from './words.ts';

type Line = Pick<NonNullable<Job['checklist']>[number], 'id' | 'done'>;

/** Ticks that show at once; one that is refused goes back, and says so. Without signal they are kept. */
export function useTicks(job: Pick<Job, 'id'>) {
  const client = useQueryClient();
  const failure = useFailureToast();
  const send = useAct(updateJobChecklist);
  const [waiting, setWaiting] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [noSignal, setNoSignal] = useState(false);
  const queue = useRef<TickQueue | null>(null);
  queue.current ??= createTickQueue({
    send: async (checklist) => {
      const saved = await send.mutateAsync({ params: { id: job.id }, body: { checklist: [...checklist] } });
      const { queryKey } = queryOf(getJob, { params: { id: job.id } });
      failure.close();
      // A read that began before the tick would bring back the list without it.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (before) => before && { ...before, checklist: saved.checklist });
      // The page hears of the new list before the tick stops waiting: it must not blink.
      await new Promise<void>((heard) => notifyManager.schedule(heard));
    },
    now: () => appClock.now(),
    isNoSignal: hasNoSignal,
    onWaiting: setWaiting,
    onNoSignal: setNoSignal,
    onFailure: (error) => failure.showError(error, words.notTicked),
  });
  const { press, resend, settled } = queue.current;
  useSignalBack(resend, noSignal);
  return {
    tick: (line: Line, done: boolean) => press({ id: line.id, done }),
    isDone: (line: Line) => waiting.get(line.id) ?? line.done,
    isUnsent: (line: Line) => noSignal && waiting.has(line.id),
    /** How many ticks wait for the signal. */
    unsent: noSignal ? waiting.size : 0,
    /** Resolves when every tick has reached the server, has gone back, or waits for the signal. */
    settled,
  };
}
