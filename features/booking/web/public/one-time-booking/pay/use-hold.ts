import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { getJob, updateJob } from '#features/jobs/contract.ts';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { CallInput } from '#platform/web/api/callable.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { session } from '#platform/web/session/session.ts';
import { createJob } from '../../../../contract.ts';
import { type Draft, wishOf } from '../draft.ts';
import { type Flow, SERVICE, type Sizing } from '../use-flow.ts';
import { storeAddress } from './store-address.ts';

export type Hold = UseMutationResult<Job, Error, Draft>;
type BookingBody = CallInput<typeof createJob>['body'];

/** Asks for the chosen time as soon as the step opens; `mutate` asks again, for another time perhaps. */
export function useHold(flow: Flow): Hold {
  const { draft, change, sizing } = flow;
  const hold = useMutation({ mutationFn: (wanted: Draft) => holdTime(wanted, sizing, change) });
  const asked = useRef(false);
  const isReady = sizing.pack !== null;
  const { mutate } = hold;
  useEffect(() => {
    if (asked.current || !isReady) return;
    asked.current = true;
    mutate(draft);
  }, [mutate, draft, isReady]);
  return hold;
}

/**
 * Keeps the time for 15 minutes: by the booking that keeps it already, by moving that one, or by a new one.
 * @throws ApiError; `slot_taken` carries the nearest free times.
 */
async function holdTime(draft: Draft, { home }: Sizing, change: Flow['change']): Promise<Job> {
  const addressID = await storeAddress(draft, home);
  const wanted = { ...draft, addressID };
  const customerID = session.getState().id;
  change({ addressID, customerID });
  const job = (await heldBefore(wanted)) ?? (await book(wanted, change));
  change({ held: { jobID: job.id, wish: wishOf(wanted) }, asking: null });
  return job;
}

/** The booking from before, if it still keeps a time and was made for the same; moved, if the time is another. */
async function heldBefore(draft: Draft): Promise<Job | null> {
  if (draft.held === null) return null;
  const job = await ownJob(draft.held.jobID);
  if (job === null || job.status === 'paid') return job;
  if (!isLive(job) || draft.held.wish !== wishOf(draft) || draft.startTime === null) return null;
  if (Date.parse(job.startTime) === Date.parse(draft.startTime)) return job;
  return callApi(updateJob, { params: { id: job.id }, body: { startTime: draft.startTime } });
}

async function ownJob(id: string): Promise<Job | null> {
  try {
    return await callApi(getJob, { params: { id } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

export function isLive(job: Pick<Job, 'status' | 'holdExpiresAt'>): boolean {
  const until = Date.parse(job.holdExpiresAt ?? '');
  return job.status === 'pending' && until > appClock.now().getTime();
}

/**
 * A new booking. Its key is kept with the draft until there is an answer: a lost one is asked for again after a
 * reload too, so that nobody holds two times.
 */
async function book(draft: Draft, change: Flow['change']): Promise<Job> {
  const body = bodyOf(draft);
  const text = JSON.stringify(body);
  const key = draft.asking?.body === text ? draft.asking.key : crypto.randomUUID();
  change({ asking: { key, body: text } });
  try {
    return await callApi(createJob, { body, idempotencyKey: key });
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) change({ asking: null });
    throw error;
  }
}

function bodyOf(draft: Draft): BookingBody {
  return {
    packageID: draft.packageID ?? '',
    jobType: SERVICE,
    addressID: draft.addressID ?? '',
    startTime: draft.startTime ?? '',
    requireCleaningSupplies: draft.supplies,
    contactDetails: draft.contactDetails,
    specialRequests: draft.specialRequests,
    ...(draft.hours === null ? {} : { hours: draft.hours }),
    ...(draft.cleanerID === null ? {} : { cleaner1ID: draft.cleanerID }),
  };
}
