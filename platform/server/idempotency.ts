import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { readDatabaseTime } from '../kernel/business-time.ts';
import { type Refusal, refuse } from '../kernel/refusal.ts';
import type { Context, Tx } from './context.ts';
import { isDatabaseBusy, wasNeverSent } from './database/database-busy.ts';
import { isTx, rollBackIf } from './database/transaction.ts';

export interface KeyedRequest {
  /** Who sent the key: the keys of two people never collide. */
  readonly scope: string;
  readonly key: string;
  /** Method and address. */
  readonly call: string;
  readonly requestBody: string;
}

export interface StoredReply {
  readonly status: number;
  readonly body: string;
  /** The reply may soon change (a payment in progress): it is sent, but not saved. */
  readonly passing?: boolean;
}

/** Found by a use case in its context while a request with a key is handled. */
export interface IdempotentReplyStore {
  /** The same for a retry of the request with its key by the same person, and for nothing else. */
  readonly requestID: string;
  keep(tx: Tx, reply: unknown): Promise<void>;
  /** Only where replies are checked (tests): called for every transaction that wrote something, before it commits. */
  readonly noteChange?: (tx: Tx) => void;
}

/** Saves the reply in the transaction of the effect. @throws when another process has taken over the key. */
export type SaveReplyWithEffect = (tx: Tx, reply: StoredReply) => Promise<void>;

/** Another process has taken over the key because this one took too long: its transaction must not commit. */
class KeyTakenOver extends Error {}

/**
 * Saves the reply of a request with an Idempotency-Key in the transaction of its effect, as the last step: after a
 * crash a retry gets this reply and repeats nothing. Returns the reply. Without a key nothing is saved.
 */
export async function saveIdempotentReply<T>(tx: Tx, reply: T): Promise<T> {
  rollBackIf(tx.posted?.end(reply));
  await tx.idempotentReplyStore?.keep(tx, reply);
  return reply;
}

/**
 * An id for what a request with a key creates, the same on every retry, so that a route that resumes finds what it had
 * created. Null without a key.
 */
export function idOfRequest(ctx: Context): string | null {
  const hex = ctx.idempotentReplyStore?.requestID;
  if (hex === undefined) return null;
  // A UUID of version 8, whose bits are application-defined.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A request that still runs after this long belonged to a process that died: the next one takes over. */
const ABANDONED_AFTER = Temporal.Duration.from({ seconds: 60 });
/** How long a key replays its reply. */
const KEPT_FOR = Temporal.Duration.from({ hours: 48 });
const ASK_AGAIN_SECONDS = 2;
/** How long a retry waits for the reply of the first request: a card payment takes a few seconds. */
const WAIT_MS = 15_000;
const LOOK_EVERY_MS = 50;
/** How often the release of a key is tried again while the database is away. */
const RELEASE_EVERY_MS = 500;

interface Claim {
  readonly request: KeyedRequest;
  readonly sha256: string;
  readonly startedAt: string;
}

/**
 * Runs a request once, however often it is sent with its key: a retry gets the first reply. Of concurrent requests
 * exactly one runs, and the others wait briefly for its reply.
 *
 * Final replies are saved, including refusals. Replies from 500 up and 429 are not, because they mean "try again". A
 * use case with an effect saves its reply itself (saveIdempotentReply), so that a crash cannot come between the two.
 *
 * @param waitMs how long to wait for an earlier request with the same key
 * @returns `idempotency_mismatch` when the key came with another request, `in_progress` when the first one does not
 * finish in time.
 * @throws what `run` throws; the key is then free again.
 */
export async function withIdempotency(
  ctx: Context,
  request: KeyedRequest,
  run: (keep: SaveReplyWithEffect) => Promise<StoredReply>,
  waitMs = WAIT_MS,
): Promise<StoredReply | Refusal<'idempotency_mismatch' | 'in_progress'>> {
  if (isTx(ctx)) throw new Error('A key must be claimed before the transaction, so that others can see it.');
  const claim: Claim = {
    request,
    sha256: sha256Of([request.call, request.requestBody]),
    startedAt: ctx.clock.now().toString(),
  };
  return (await awaitEarlierReply(ctx, claim, waitMs)) ?? runClaimed(ctx, claim, run);
}

/** See IdempotentReplyStore.requestID. */
export function requestIDOf(request: KeyedRequest): string {
  return sha256Of([request.scope, request.key, request.call, request.requestBody]);
}

function sha256Of(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** Cron job. Deletes saved replies past their retention. */
export async function purgeIdempotencyKeys(ctx: Context): Promise<void> {
  const limit = ctx.clock.now().subtract(KEPT_FOR).toString();
  await ctx.db.deleteFrom('idempotency_key').where('startedAt', '<', limit).execute();
}

async function claimNew(ctx: Context, claim: Claim): Promise<boolean> {
  const { scope, key, call } = claim.request;
  const inserted = await ctx.db
    .insertInto('idempotency_key')
    .values({ scope, key, call, requestSha256: claim.sha256, startedAt: claim.startedAt })
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** If the connection breaks, the key may be claimed although the reply was lost: then it is released. */
async function tryToClaim(ctx: Context, claim: Claim): Promise<boolean> {
  try {
    return await claimNew(ctx, claim);
  } catch (error) {
    if (!wasNeverSent(error)) void releaseLater(ctx, claim);
    throw error;
  }
}

/** The reply of an earlier request, awaited while that one runs; null when the key is ours. */
async function awaitEarlierReply(ctx: Context, claim: Claim, waitMs: number) {
  const until = performance.now() + waitMs;
  for (;;) {
    if (await tryToClaim(ctx, claim)) return null;
    const earlier = await readEarlier(ctx, claim);
    const isRunning = earlier !== null && 'refusal' in earlier && earlier.refusal === 'in_progress';
    if (!isRunning || performance.now() >= until) return earlier;
    await setTimeout(LOOK_EVERY_MS);
  }
}

/** What the row of an earlier request means for this one; null when this one has taken it over. */
async function readEarlier(ctx: Context, claim: Claim) {
  const row = await ofKey(ctx, claim).selectAll().executeTakeFirst();
  if (row === undefined) return inProgress(); // the row was deleted just now: the next attempt finds the key free
  const startedAt = readDatabaseTime(row.startedAt);
  const now = ctx.clock.now();
  if (Temporal.Instant.compare(startedAt.add(KEPT_FOR), now) <= 0) {
    return (await takeOver(ctx, claim, row)) ? null : inProgress();
  }
  if (row.requestSha256 !== claim.sha256) return refuse('idempotency_mismatch');
  const kept = keptReply(row);
  if (kept !== null) return kept;
  const abandoned = Temporal.Instant.compare(startedAt.add(ABANDONED_AFTER), now) <= 0;
  return abandoned && (await takeOver(ctx, claim, row)) ? null : inProgress();
}

function inProgress() {
  return refuse('in_progress', { extensions: { retryAfter: ASK_AGAIN_SECONDS } });
}

/** Takes over the row unless someone else has since it was read. */
async function takeOver(
  ctx: Context,
  claim: Claim,
  seen: { readonly startedAt: string; readonly finishedAt: string | null },
): Promise<boolean> {
  const { scope, key, call } = claim.request;
  const taken = await ctx.db
    .updateTable('idempotency_key')
    .set({
      call,
      requestSha256: claim.sha256,
      startedAt: claim.startedAt,
      finishedAt: null,
      status: null,
      reply: null,
    })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('startedAt', '=', seen.startedAt)
    .where('finishedAt', 'is not distinct from', seen.finishedAt)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}

async function runClaimed(
  ctx: Context,
  claim: Claim,
  run: (keep: SaveReplyWithEffect) => Promise<StoredReply>,
) {
  try {
    const reply = await run((tx, kept) => saveReplyWithEffect(tx, claim, kept));
    if (isFinal(reply)) await writeReply(ctx, claim, reply).where('finishedAt', 'is', null).execute();
    else await release(ctx, claim);
    return reply;
  } catch (error) {
    if (error instanceof KeyTakenOver) return inProgress();
    await release(ctx, claim).catch(() => void releaseLater(ctx, claim));
    throw error;
  }
}

function isFinal({ status, passing }: StoredReply): boolean {
  return status < 500 && status !== 429 && passing !== true;
}

async function saveReplyWithEffect(tx: Tx, claim: Claim, reply: StoredReply): Promise<void> {
  const kept = await writeReply(tx, claim, reply).executeTakeFirst();
  if (kept.numUpdatedRows === 0n) throw new KeyTakenOver(`The key of ${claim.request.call} was taken over.`);
}

/** Only the current owner writes: a slow process whose row was taken over changes nothing. */
function writeReply(ctx: Context, claim: Claim, reply: StoredReply) {
  return ctx.db
    .updateTable('idempotency_key')
    .set({ status: reply.status, reply: reply.body, finishedAt: ctx.clock.now().toString() })
    .where('scope', '=', claim.request.scope)
    .where('key', '=', claim.request.key)
    .where('startedAt', '=', claim.startedAt);
}

function keptReply(row: { status: number | null; reply: string | null } | undefined): StoredReply | null {
  if (row === undefined || row.status === null || row.reply === null) return null;
  return { status: row.status, body: row.reply };
}

async function release(ctx: Context, claim: Claim): Promise<void> {
  await ctx.db
    .deleteFrom('idempotency_key')
    .where('scope', '=', claim.request.scope)
    .where('key', '=', claim.request.key)
    .where('startedAt', '=', claim.startedAt)
    .where('finishedAt', 'is', null)
    .execute();
}

/**
 * Releases the key once the database is back, in the background: otherwise a retry would be told for a minute that the
 * request is still running. A process that dies meanwhile leaves it to ABANDONED_AFTER.
 */
async function releaseLater(ctx: Context, claim: Claim): Promise<void> {
  const until = performance.now() + ABANDONED_AFTER.total('milliseconds');
  while (performance.now() < until) {
    await setTimeout(RELEASE_EVERY_MS, undefined, { ref: false });
    const isDone = await release(ctx, claim).then(
      () => true,
      (error: unknown) => !isDatabaseBusy(error),
    );
    if (isDone) return;
  }
}

function ofKey(ctx: Context, claim: Claim) {
  return ctx.db
    .selectFrom('idempotency_key')
    .where('scope', '=', claim.request.scope)
    .where('key', '=', claim.request.key);
}
