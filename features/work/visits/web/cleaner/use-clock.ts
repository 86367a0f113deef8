import { useEffect, useRef } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { UNDO_FINISH_MINUTES } from '../../rules/clocking.ts';
import { finishSentAt } from './finishes-sent.ts';
import { askPlace, PLACE_WITHIN_MS } from './phone-place.ts';
import { unsent, useUnsent } from './unsent.ts';
import type { Clocking } from './unsent-items.ts';
import { usePress } from './unsent-sender.tsx';

interface ClockOptions {
  act: 'start' | 'finish';
  /** Called once what was pressed here has reached the server. */
  onDone?: (() => void) | undefined;
}

/**
 * Clocking in or out. It carries the time of the press, and where the phone was if it says so soon: without signal it is
 * kept, and sent once the signal is back.
 */
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
      const now = appClock.now();
      const placeBy = new Date(now.getTime() + PLACE_WITHIN_MS).toISOString();
      const clocking: Clocking = { act, jobID: job.id, at: now.toISOString(), placeBy };
      put(clocking);
      void askPlace().then((place) => {
        unsent.settlePlace(clocking, place);
        put(null);
      });
    },
    isPending: waiting !== undefined && !isHeld,
    /** The time that is kept for want of signal, ISO 8601. */
    keptAt: isHeld ? (waiting?.at ?? null) : null,
  };
}

const JUST_NOW_MS = 5000;

/** Taking one's own finish back, for as long as that is possible: the time counts from when the server heard of it. */
export function useUndoFinish(job: Pick<Job, 'id'>, finishedAt: string) {
  const put = usePress();
  const { items } = useUnsent();
  const isUnheard = items.some((item) => item.act === 'finish' && item.jobID === job.id);
  const heard = Math.max(Date.parse(finishedAt), finishSentAt(job.id));
  return {
    /** True right after the press that ended the visit. */
    isFresh: () =>
      appClock.now().getTime() - Math.max(Date.parse(finishedAt), finishSentAt(job.id)) < JUST_NOW_MS,
    isOpen: (now: Date) => isUnheard || now.getTime() < heard + UNDO_FINISH_MINUTES * 60_000,
    press: () => {
      unsent.drop((item) => item.act === 'finish' && item.jobID === job.id);
      // It may be on its way, or have arrived with its answer lost: the server is told in any case.
      put({ act: 'undo', jobID: job.id, at: appClock.now().toISOString() });
    },
  };
}
