import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError, OFFLINE } from '#platform/web/api/api-error.ts';
import { photoKey, photoStore } from './photo-store.ts';
import { sendBatch } from './send-batch.ts';
import { unsent } from './unsent.ts';
import { type Batch, idempotencyKeyOf, reportOf, type Unsent } from './unsent-items.ts';
import type { Deliver } from './unsent-queue.ts';
import { useFailureToast } from './use-failure-toast.tsx';
import { type Pair, words } from './words.ts';

const FAILED: Readonly<Record<Exclude<Unsent['act'], 'report'>, Pair>> = {
  start: words.notStarted,
  finish: words.notFinished,
  'set-out': words.notSetOut,
  undo: words.notUndone,
  tick: words.notTicked,
  comment: words.notCommented,
  photo: words.photoNotSent,
  'remove-photo': words.photoNotRemoved,
};

/**
 * Maximum attempts for an action on which the server fails without refusing it, so that a clock-out is not lost to a
 * temporary failure.
 */
const MAX_FAILURES = 6;

/** Sends a batch, updates the pages, and shows a toast about refusals, with a link to the job. */
export function useDeliver(): Deliver {
  const client = useQueryClient();
  const failure = useFailureToast();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const failures = useRef(new Map<string, number>());
  const failsAgain = (batch: Batch): boolean => {
    const key = idempotencyKeyOf(batch);
    const count = (failures.current.get(key) ?? 0) + 1;
    failures.current.set(key, count);
    return count < MAX_FAILURES;
  };
  return async (batch) => {
    const [{ act, jobID }] = batch;
    try {
      await sendBatch(client, batch);
      failure.close();
      return 'sent';
    } catch (error) {
      if (isUnreachable(error)) return 'unreachable';
      if (isPutOff(error) || (isFailure(error) && failsAgain(batch))) return 'busy';
      // The photo was never added, so the goal is already reached.
      if (act === 'remove-photo' && error instanceof ApiError && error.status === 404) return 'sent';
      // Nothing of the cleaner's is lost with a report: it is about an action that they have been told of.
      if (act === 'report') return 'refused';
      await forgetPicture(batch);
      const report = reportOf(batch, error instanceof ApiError ? error.code : 'failed');
      if (report !== null) unsent.put(report);
      const path = `/cleaner/jobs/${jobID}`;
      const action = { label: `${words.see.text} ${words.see.zh}`, onPress: () => void navigate(path) };
      failure.showError(
        error,
        report === null ? FAILED[act] : words.toldOffice,
        pathname.endsWith(jobID) ? undefined : action,
      );
      return 'refused';
    }
  };
}

/** The request never reached the server. */
function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.code === OFFLINE;
}

/** The action was not processed: server down or throttling, session expired, or page outdated. */
function isPutOff(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const isLater = ['unauthenticated', 'xsrf', 'in_progress'].includes(error.code);
  return isLater || error.status === 429 || error.status >= 502;
}

/** The server failed without giving a reason. */
function isFailure(error: unknown): boolean {
  return error instanceof ApiError && error.status === 500;
}

async function forgetPicture([first]: Batch): Promise<void> {
  const owner = unsent.owner();
  if (first.act === 'photo' && owner !== null) await photoStore.remove(photoKey(owner, first.photoID));
}
