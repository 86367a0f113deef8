import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { CallInput } from '#platform/web/api/callable.ts';
import { sendCall } from '#platform/web/api/queries.ts';
import type { TextStorage } from '#platform/web/session/safe-storage.ts';
import { createJob, releaseHold } from './calls.ts';
import type { Draft } from './draft.ts';

/** Ids of bookings to be given up, by when that was asked for, device time in ms. */
export const RELEASES = 'kemas-releases';

/** By then a hold has ended by itself. Source: HOLD_MINUTES, and a margin for the phone's clock. */
const USELESS_AFTER_MS = 20 * 60_000;

/** Notes that the held booking of a draft is to be given up. Without one there is nothing to do. */
export function noteRelease(storage: TextStorage, draft: Pick<Draft, 'held'>, now: number): void {
  if (draft.held !== null) write(storage, { ...waiting(storage, now), [draft.held.jobID]: now });
}

/**
 * Gives up what was noted, and forgets each once the server has answered: also that it has ended, or is somebody else's.
 * What finds no network is noted still. True when a time has become free.
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
 * The booking that an unanswered request may have made, by asking again under its key. Null when it was refused.
 * @throws where there is no answer this time either
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

/** Asked too often, or the first request is on its way still: asked again later. */
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
    // Half-written text is the same as none: the holds end by themselves.
    return {};
  }
}

function write(storage: TextStorage, releases: Readonly<Record<string, number>>): void {
  if (Object.keys(releases).length === 0) storage.removeItem(RELEASES);
  else storage.setItem(RELEASES, JSON.stringify(releases));
}
