import { useEffect, useRef } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { UNDO_FINISH_MINUTES } from '../../rules/clocking.ts';
import { finishReceivedAt } from './finish-receipts.ts';
import { unsent, useUnsent } from './unsent.ts';
import type { Clocking, Place } from './unsent-items.ts';
import { useSendAction } from './unsent-sender.tsx';

interface ClockOptions {
  act: 'start' | 'finish';
  /** Called once the action from this page has reached the server. */
  onDone?: (() => void) | undefined;
}

/**
 * Clocking in or out. Carries the time of the action, and the phone's position if it is available soon. Offline, it is
 * queued and sent once online.
 */
export function useClock(job: Pick<Job, 'id'>, { act, onDone }: ClockOptions) {
  const { sendAction, flush } = useSendAction();
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
      sendAction(clocking);
      void askPlace().then((place) => {
        unsent.setPosition(clocking, place);
        flush();
      });
    },
    isPending: waiting !== undefined && !isHeld,
    /** The time of the action while it is queued offline, ISO 8601. */
    unsentAt: isHeld ? (waiting?.at ?? null) : null,
  };
}

const JUST_NOW_MS = 5000;

/** Undoes one's own finish while that is possible: the time limit counts from when the server received it. */
export function useUndoFinish(job: Pick<Job, 'id'>, finishedAt: string) {
  const { sendAction } = useSendAction();
  const { items } = useUnsent();
  const isUnsent = items.some((item) => item.act === 'finish' && item.jobID === job.id);
  const heard = Math.max(Date.parse(finishedAt), finishReceivedAt(job.id));
  return {
    /** True right after the action that ended the visit. */
    isFresh: () =>
      appClock.now().getTime() - Math.max(Date.parse(finishedAt), finishReceivedAt(job.id)) < JUST_NOW_MS,
    isOpen: (now: Date) => isUnsent || now.getTime() < heard + UNDO_FINISH_MINUTES * 60_000,
    press: () => {
      unsent.drop((item) => item.act === 'finish' && item.jobID === job.id);
      // The finish may be in transit, or received with its reply lost, so the undo is always sent.
      sendAction({ act: 'undo', jobID: job.id, at: appClock.now().toISOString() });
    },
  };
}

/**
 * Timeout in ms for finding the position, including the permission prompt; after that the action is sent without it.
 */
const PLACE_WITHIN_MS = 8000;
/** A cached position of this age is accepted. */
const RECENT_MS = 30_000;

/**
 * The phone's position; null if it is unknown or permission is denied. Never rejects and never takes longer than the
 * timeout.
 */
function askPlace(): Promise<Place | null> {
  // Only in secure contexts, and not in every browser.
  const locator: Geolocation | undefined = navigator.geolocation;
  if (locator === undefined) return Promise.resolve(null);
  const { promise, resolve } = Promise.withResolvers<Place | null>();
  // The API's own timeout does not run during the permission prompt.
  setTimeout(() => resolve(null), PLACE_WITHIN_MS);
  locator.getCurrentPosition(
    ({ coords: { latitude, longitude, accuracy } }) => resolve({ latitude, longitude, accuracy }),
    () => resolve(null),
    { enableHighAccuracy: true, timeout: PLACE_WITHIN_MS, maximumAge: RECENT_MS },
  );
  return promise;
}
