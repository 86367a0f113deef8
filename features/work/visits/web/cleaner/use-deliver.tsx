import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { uploadPicture } from '#features/catalogue/uploads/contract.ts';
import { getJob, listJobs } from '#features/work/jobs/contract.ts';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError, OFFLINE } from '#platform/web/api/api-error.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { keyOf, queryOf } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { type FailureContent, useToast } from '#platform/web/design/parts/toast.tsx';
import { inOneLine, type Pair } from '#platform/web/i18n/pair.ts';
import {
  addVisitPhoto,
  getVisitRecord,
  onTheWay,
  removeVisitPhoto,
  reportRefused,
} from '../../contract/visit-day.ts';
import { finishJob, startJob, undoFinishJob, updateJobChecklist } from '../../contract.ts';
import { BilingualText } from './bilingual-text.tsx';
import { noteFinishReceipt } from './finish-receipts.ts';
import { photoKey, photoStore } from './photo-store.ts';
import { unsent } from './unsent.ts';
import {
  type Batch,
  type Clocking,
  idempotencyKeyOf,
  type Photo,
  type Report,
  reportOf,
  type Single,
  type Tick,
  type Unsent,
} from './unsent-items.ts';
import type { Deliver } from './unsent-queue.ts';
import { type WordName, word } from './words.ts';

const FAILED: Readonly<Record<Exclude<Unsent['act'], 'report'>, WordName>> = {
  start: 'notStarted',
  finish: 'notFinished',
  'set-out': 'notSetOut',
  undo: 'notUndone',
  tick: 'notTicked',
  comment: 'notCommented',
  photo: 'photoNotSent',
  'remove-photo': 'photoNotRemoved',
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
      const action = { label: inOneLine(word('see')), onPress: () => void navigate(path) };
      failure.showError(
        error,
        report === null ? word(FAILED[act]) : word('toldOffice'),
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

/**
 * Request timeout in ms; longer for photos. A connection that drops during a request may report it after minutes, or
 * never.
 */
const MAX_MS = 20_000;
const MAX_FOR_PHOTO_MS = 120_000;

interface Sending {
  readonly client: QueryClient;
  readonly jobID: string;
  readonly idempotencyKey: string;
  /** Aborts a request that hangs: it counts as not received, and is sent again with the same key. */
  readonly signal: AbortSignal;
}

/**
 * Sends queued actions and updates the pages. If the server rejects a time as being in the future, the phone's clock
 * was wrong: the reply has corrected the app clock, and the batch is sent once more.
 *
 * @throws ApiError
 */
async function sendBatch(client: QueryClient, batch: Batch): Promise<void> {
  const [{ jobID, act }] = batch;
  const signal = AbortSignal.timeout(act === 'photo' ? MAX_FOR_PHOTO_MS : MAX_MS);
  const sending = { client, jobID, idempotencyKey: idempotencyKeyOf(batch), signal };
  try {
    await save(sending, batch);
  } catch (error) {
    if (!isFromTheFuture(error)) throw error;
    await save({ ...sending, idempotencyKey: `${sending.idempotencyKey} later` }, batch);
  }
}

function isFromTheFuture(error: unknown): boolean {
  return error instanceof ApiError && (error.errors ?? []).some(({ path }) => /(^|\.)at$/.test(path));
}

/** The time of the action, capped to the server's time as far as it is known by now. */
function pressedAt(at: string): string {
  const now = appClock.now();
  return Date.parse(at) > now.getTime() ? now.toISOString() : at;
}

function save(sending: Sending, batch: Batch): Promise<void> {
  const [first] = batch;
  return first.act === 'tick'
    ? saveTicks(sending, batch as readonly [Tick, ...Tick[]])
    : saveSingle(sending, first);
}

function saveSingle(sending: Sending, item: Single): Promise<void> {
  if (item.act === 'start' || item.act === 'finish') return saveClocking(sending, item);
  if (item.act === 'photo') return savePhoto(sending, item);
  if (item.act === 'comment') return saveChecklist(sending, { comment: item.text });
  if (item.act === 'report') return sendReport(sending, item);
  const { jobID, idempotencyKey, signal } = sending;
  const params = { id: jobID };
  const at = pressedAt(item.at);
  if (item.act === 'undo') {
    return showJob(sending, callApi(undoFinishJob, { params, body: {}, idempotencyKey, signal }));
  }
  if (item.act === 'set-out')
    return showRecord(sending, callApi(onTheWay, { params, body: { at }, idempotencyKey, signal }));
  if (item.act !== 'remove-photo') throw new Error(`Unhandled action ${item.act}`);
  const body = { photoID: item.photoID, at };
  return showRecord(sending, callApi(removeVisitPhoto, { params, body, idempotencyKey, signal }));
}

async function sendReport({ jobID, idempotencyKey, signal }: Sending, item: Report): Promise<void> {
  const body = { act: item.refused, at: item.at, code: item.code, note: item.note };
  await callApi(reportRefused, { params: { id: jobID }, body, idempotencyKey, signal });
}

function saveTicks(sending: Sending, ticks: readonly [Tick, ...Tick[]]): Promise<void> {
  const checklist = ticks.map(({ lineID, done, at }) => ({ id: lineID, done, at: pressedAt(at) }));
  return saveChecklist(sending, { checklist });
}

async function saveChecklist(
  { client, jobID, idempotencyKey, signal }: Sending,
  body: { checklist: { id: string; done: boolean; at: string }[] } | { comment: string },
): Promise<void> {
  const params = { id: jobID };
  const { checklist, comment } = await callApi(updateJobChecklist, { params, body, idempotencyKey, signal });
  const { queryKey } = queryOf(getJob, { params });
  // A fetch that began before the tick would restore the old list.
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (before) => before && { ...before, checklist, comment });
  await heardByPages();
}

async function saveClocking(sending: Sending, { act, at, place }: Clocking): Promise<void> {
  const { jobID, idempotencyKey, signal } = sending;
  const body = { at: pressedAt(at), ...place };
  const call = act === 'start' ? startJob : finishJob;
  await showJob(sending, callApi(call, { params: { id: jobID }, body, idempotencyKey, signal }));
  if (act === 'finish') noteFinishReceipt(jobID);
}

/** Uploads the photo, then adds it to the visit. Both steps can be retried and result in one photo. */
async function savePhoto(sending: Sending, { photoID, kind, at }: Photo): Promise<void> {
  const { jobID, signal } = sending;
  const key = photoKey(unsent.owner() ?? '', photoID);
  const picture = await photoStore.get(key);
  // Another tab has sent it, or the browser data was cleared.
  if (picture === null) return;
  const form = new FormData();
  form.append('file', picture, 'photo.jpg');
  // The client sends FormData unchanged, but the contract types it by its fields.
  const { url } = await callApi(uploadPicture, { body: form as never, signal });
  const body = { photoID, kind, url, at: pressedAt(at) };
  // The idempotency key is the photo's own id, because after a lost reply the upload URL is a different one.
  await showRecord(sending, callApi(addVisitPhoto, { params: { id: jobID }, body, signal }));
  await photoStore.remove(key);
}

async function showJob(
  { client, jobID }: Sending,
  asked: Promise<CallReply<typeof startJob>>,
): Promise<void> {
  const job = await asked;
  const { queryKey } = queryOf(getJob, { params: { id: jobID } });
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, job);
  await heardByPages();
  for (const read of [getJob, listJobs, getVisitRecord])
    void client.invalidateQueries({ queryKey: keyOf(read) });
}

async function showRecord(
  { client, jobID }: Sending,
  asked: Promise<CallReply<typeof getVisitRecord>>,
): Promise<void> {
  const record = await asked;
  const { queryKey } = queryOf(getVisitRecord, { params: { id: jobID } });
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, record);
  await heardByPages();
}

/** Lets the pages render the new data before the action is marked as sent, to avoid flicker. */
function heardByPages(): Promise<void> {
  return new Promise<void>((heard) => notifyManager.schedule(heard));
}

/** Shows one failure at a time, in both languages, until it is closed or replaced. */
function useFailureToast() {
  const toast = useToast();
  const shown = useRef<number | null>(null);
  const close = () => {
    if (shown.current !== null) toast.close(shown.current);
    shown.current = null;
  };
  const show = (text: Pair, action?: FailureContent['action']) => {
    close();
    shown.current = toast.fail({ text: <BilingualText text={text} />, action });
  };
  return {
    showError: (error: unknown, otherwise: Pair, action?: FailureContent['action']) =>
      show(textOf(error, otherwise), action),
    close,
  };
}

function textOf(error: unknown, otherwise: Pair): Pair {
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'offline') return word('offline');
  if (code === 'too_early_to_start') return word('tooEarly');
  if (code === 'too_late_to_undo') return word('tooLateToUndo');
  return otherwise;
}
