import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { uploadPicture } from '#features/catalogue/uploads/contract.ts';
import { getJob, listJobs } from '#features/work/jobs/contract.ts';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { keyOf, queryOf } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { addVisitPhoto, getVisitRecord, onTheWay, removeVisitPhoto } from '../../contract/visit-day.ts';
import { finishJob, startJob, undoFinishJob, updateJobChecklist } from '../../contract.ts';
import { noteFinishSent } from './finishes-sent.ts';
import { photoKey, photoStore } from './photo-store.ts';
import { unsent } from './unsent.ts';
import {
  type Batch,
  type Clocking,
  idempotencyKeyOf,
  type Photo,
  type Single,
  type Tick,
} from './unsent-items.ts';

/** A signal that dies in the middle of a call may say so after minutes, or never. ms; a picture has longer. */
const MOST_MS = 20_000;
const MOST_FOR_PHOTO_MS = 120_000;

interface Sending {
  readonly client: QueryClient;
  readonly jobID: string;
  readonly idempotencyKey: string;
  /** Ends a call that hangs: it counts as unheard, and goes again under the same key. */
  readonly signal: AbortSignal;
}

/**
 * Sends what was pressed and brings the pages up to date. A time that the server calls the future comes from a phone
 * whose clock was wrong: the answer has told how wrong, and it goes out once more.
 * @throws ApiError
 */
export async function sendBatch(client: QueryClient, batch: Batch): Promise<void> {
  const [{ jobID, act }] = batch;
  const signal = AbortSignal.timeout(act === 'photo' ? MOST_FOR_PHOTO_MS : MOST_MS);
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

/** When it was pressed; never ahead of the server's time, as far as that is known by now. */
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
  const { jobID, idempotencyKey, signal } = sending;
  const params = { id: jobID };
  const at = pressedAt(item.at);
  if (item.act === 'undo') {
    return showJob(sending, callApi(undoFinishJob, { params, body: {}, idempotencyKey, signal }));
  }
  if (item.act === 'set-out')
    return showRecord(sending, callApi(onTheWay, { params, body: { at }, idempotencyKey, signal }));
  if (item.act !== 'remove-photo') throw new Error(`Nobody sends ${item.act}.`);
  const body = { photoID: item.photoID, at };
  return showRecord(sending, callApi(removeVisitPhoto, { params, body, idempotencyKey, signal }));
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
  // A read that began before the tick would bring back the list without it.
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (before) => before && { ...before, checklist, comment });
  await heardByPages();
}

async function saveClocking(sending: Sending, { act, at, place }: Clocking): Promise<void> {
  const { jobID, idempotencyKey, signal } = sending;
  const body = { at: pressedAt(at), ...place };
  const call = act === 'start' ? startJob : finishJob;
  await showJob(sending, callApi(call, { params: { id: jobID }, body, idempotencyKey, signal }));
  if (act === 'finish') noteFinishSent(jobID);
}

/** The picture first, then that it is this visit's. Whatever is lost on the way goes again, and stays one photo. */
async function savePhoto(sending: Sending, { photoID, kind, at }: Photo): Promise<void> {
  const { jobID, signal } = sending;
  const key = photoKey(unsent.owner() ?? '', photoID);
  const picture = await photoStore.get(key);
  // Another tab has sent it, or the browser was told to forget everything.
  if (picture === null) return;
  const form = new FormData();
  form.append('file', picture, 'photo.jpg');
  // The client sends a form as it is; the contract knows it by its parts.
  const { url } = await callApi(uploadPicture, { body: form as never, signal });
  const body = { photoID, kind, url, at: pressedAt(at) };
  // Its key is the photo's own id: after a lost answer it comes with another upload.
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

/** The pages hear of what is new before the press stops waiting: they must not blink. */
function heardByPages(): Promise<void> {
  return new Promise<void>((heard) => notifyManager.schedule(heard));
}
