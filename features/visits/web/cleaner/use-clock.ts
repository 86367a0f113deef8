import { useEffect, useRef } from 'react';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { getJob, listJobs } from '#features/jobs/contract.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { undoFinishJob } from '../../contract.ts';
import { UNDO_FINISH_MINUTES } from '../../rules/clocking.ts';
import { finishSentAt } from './finishes-sent.ts';
import { unsent, useUnsent } from './unsent.ts';
import { usePress } from './unsent-sender.tsx';
import { useFailureToast } from './use-failure-toast.tsx';
import { words } from './words.ts';

interface ClockOptions {
  act: 'start' | 'finish';
  /** Called once what was pressed here has reached the server. */
  onDone?: (() => void) | undefined;
}

/** Clocking in or out. It carries the time of the press: without signal it is kept, and sent once the signal is back. */
export function useClock(job: Pick<Job, 'id'>, { act, onDone }: ClockOptions) {
  const put = usePress();
  const { items, isHeld } = useUnsent();
  const waiting = items.find((item) => item.act === act && item.jobID === job.id);
  const pressedHere = useRef(false);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(
    () =>
      unsent.onSent(([item]) => {
        if (pressedHere.current && item.act === act && item.jobID === job.id) done.current?.();
      }),
    [act, job.id],
  );
  return {
    press: () => {
      pressedHere.current = true;
      put({ act, jobID: job.id, at: appClock.now().toISOString() });
    },
    isPending: waiting !== undefined && !isHeld,
    /** The time that is kept for want of signal, ISO 8601. */
    keptAt: isHeld ? (waiting?.at ?? null) : null,
  };
}

const JUST_NOW_MS = 5000;

/** Taking one's own finish back, for as long as that is possible: the time counts from when the server heard of it. */
export function useUndoFinish(job: Pick<Job, 'id'>, finishedAt: string) {
  const failure = useFailureToast();
  const undo = useAct(undoFinishJob, { refresh: [listJobs, getJob] });
  const heard = Math.max(Date.parse(finishedAt), finishSentAt(job.id));
  return {
    /** True right after the press that ended the visit. */
    isFresh: () => appClock.now().getTime() - finishSentAt(job.id) < JUST_NOW_MS,
    isOpen: (now: Date) => now.getTime() < heard + UNDO_FINISH_MINUTES * 60_000,
    press: () => {
      // A finish whose answer was lost still waits to be sent again.
      unsent.drop({ act: 'finish', jobID: job.id });
      undo.mutate(
        { params: { id: job.id }, body: {} },
        { onSuccess: failure.close, onError: (error) => failure.showError(error, words.notUndone) },
      );
    },
    isPending: undo.isPending,
  };
}
