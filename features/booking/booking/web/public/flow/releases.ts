import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { CallInput } from '#platform/web/api/callable.ts';
import { sendCall } from '#platform/web/api/queries.ts';
import type { TextStorage } from '#platform/web/session/safe-storage.ts';
import { createJob, releaseHold } from './calls.ts';
import type { Draft } from './draft.ts';

/** Storage key of the bookings to release: ids with the time of the request (device time, ms). */
export const RELEASES = 'kemas-releases';

/** By then a hold has expired in any case. Source: HOLD_MINUTES, plus a margin for the phone's clock. */
const USELESS_AFTER_MS = 20 * 60_000;

/** Notes that the held booking of a draft is to be released; does nothing without one. */
export function noteRelease(storage: TextStorage, draft: Pick<Draft, 'held'>, now: number): void {
  if (draft.held !== null) write(storage, { ...waiting(storage, now), [draft.held.jobID]: now });
}

/**
 * Releases the noted bookings, and forgets each once the server has replied, even if the hold has expired or
 * belongs to another customer. Without a network the note stays. True if a time was freed.
 */
export async function sendReleases(storage: TextStorage, now: number): Promise<boolean> {
  let hasFreed = false;
  for (const jobID of Object.keys(waiting(storage, now))) {
    try {
      const { released } = await sendCall(releaseHold, { params: { id: jobID }, body: {} });
      hasFreed ||= released;
    } catch (error) {
      if (!isAnswer(error)) continue;
    }
    const { [jobID]: _done, ...others } = waiting(storage, now);
    write(storage, others);
  }
  return hasFreed;
}

/**
 * Finds the booking that an unanswered request may have made, by repeating it under its key. Null if it was
 * refused.
 * @throws if there is no reply this time either
 */
export async function findUnanswered({
  key,
  body,
}: NonNullable<Draft['unanswered']>): Promise<string | null> {
  const sent: CallInput<typeof createJob>['body'] = JSON.parse(body);
  try {
    return (await callApi(createJob, { body: sent, idempotencyKey: key })).id;
  } catch (error) {
    if (isAnswer(error)) return null;
    throw error;
  }
}

/** Throttled, or the first request is still in progress: retried later. */
const NO_ANSWER = ['throttled', 'in_progress'];

function isAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError) || NO_ANSWER.includes(error.code)) return false;
  return error.status >= 400 && error.status < 500;
}

function waiting(storage: TextStorage, now: number): Readonly<Record<string, number>> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(RELEASES) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const young = ([, at]: [string, unknown]) =>
      typeof at === 'number' && now >= at && now - at < USELESS_AFTER_MS;
    return Object.fromEntries(Object.entries(stored).filter(young));
  } catch {
    // Corrupt data counts as none: the holds expire in any case.
    return {};
  }
}

function write(storage: TextStorage, releases: Readonly<Record<string, number>>): void {
  if (Object.keys(releases).length === 0) storage.removeItem(RELEASES);
  else storage.setItem(RELEASES, JSON.stringify(releases));
}
