import { useRef, useState } from 'react';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { getJob, listJobs } from '#features/jobs/contract.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { finishJob, startJob, undoFinishJob } from '../../contract.ts';
import { UNDO_FINISH_MINUTES } from '../../rules/clocking.ts';
import { useFailureToast } from './use-failure-toast.tsx';
import { hasNoSignal, useSignalBack } from './use-signal-back.ts';
import { words } from './words.ts';

interface ClockOptions {
  act: 'start' | 'finish';
  onDone?: (() => void) | undefined;
}

/**
 * Clocking in or out. It carries the time of the press: without signal it is kept, and sent by itself once the signal
 * is back. Of several presses without signal the first is when somebody arrived, the last when they left.
 */
export function useClock(job: Pick<Job, 'id'>, { act, onDone }: ClockOptions) {
  const failure = useFailureToast();
  const unsent = useRef<string | null>(null);
  const [waits, setWaits] = useState(false);
  const keep = (at: string | null) => {
    unsent.current = at;
    setWaits(at !== null);
  };
  const call = useAct(act === 'start' ? startJob : finishJob, {
    refresh: [listJobs, getJob],
    onSuccess: () => {
      failure.close();
      keep(null);
      if (act === 'finish') finishesSent.set(job.id, appClock.now().getTime());
      onDone?.();
    },
  });
  const send = (at: string, isRepeated: boolean) => {
    const failed = (error: unknown) => {
      const isKept = hasNoSignal(error);
      keep(isKept ? at : null);
      if (!isKept) failure.showError(error, act === 'start' ? words.notStarted : words.notFinished);
      else if (!isRepeated) failure.show(words.sentLater);
    };
    call.mutate({ params: { id: job.id }, body: { at } }, { onError: failed });
  };
  useSignalBack(() => {
    if (unsent.current !== null && !call.isPending) send(unsent.current, true);
  }, waits);
  return {
    press: () => {
      const now = appClock.now().toISOString();
      send(act === 'start' ? (unsent.current ?? now) : now, false);
    },
    isPending: call.isPending,
  };
}

/** When this phone's finishes reached the server, ms by job: the time to undo counts from there. */
const finishesSent = new Map<string, number>();

const JUST_NOW_MS = 5000;

/** Taking one's own finish back, for as long as that is possible. */
export function useUndoFinish(job: Pick<Job, 'id'>, finishedAt: string) {
  const failure = useFailureToast();
  const undo = useAct(undoFinishJob, { refresh: [listJobs, getJob] });
  const heard = Math.max(Date.parse(finishedAt), finishesSent.get(job.id) ?? 0);
  return {
    /** True right after the press that ended the visit. */
    isFresh: () => appClock.now().getTime() - (finishesSent.get(job.id) ?? 0) < JUST_NOW_MS,
    isOpen: (now: Date) => now.getTime() < heard + UNDO_FINISH_MINUTES * 60_000,
    press: () =>
      undo.mutate(
        { params: { id: job.id }, body: {} },
        { onSuccess: failure.close, onError: (error) => failure.showError(error, words.notUndone) },
      ),
    isPending: undo.isPending,
  };
}
