import { type Kysely, sql } from 'kysely';
import type { DB } from '#database/generated.ts';
import { type Refusal, refuse } from '../kernel/refusal.ts';
import type { Context } from './context.ts';
import { isTx } from './database/transaction.ts';

/** A rate limit. Counted in PostgreSQL, so it applies across all processes. */
export interface ThrottleRule {
  /** The full key that is counted: `sign-in-code:6591234567`. */
  readonly key: string;
  /** Maximum attempts in any period of `per`. */
  readonly most: number;
  readonly per: Temporal.Duration;
  /** Counts distinct values instead of attempts: one that was already counted within `per` is free. */
  readonly distinct?: string;
  /** Refuses like the rule, but counts nothing. */
  readonly checkOnly?: true;
  /** The last allowed attempt starts a pause of this length; after it the count starts at zero. */
  readonly coolOff?: Temporal.Duration;
}

export type Throttled = Refusal<'throttled'>;

/**
 * Attempts of one key are grouped into slices of `per / 60`: a key never has more than 61 rows, and an attempt counts
 * for at least 59/60 of `per`.
 */
const SLICES = 60;

interface Slice {
  readonly now: Temporal.Instant;
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
}

/**
 * Counts one attempt, or refuses it with the seconds to wait in `retryAfter`. A true sliding window, by the app's
 * clock: fixed windows would allow twice as many around their boundary, weighted ones would make a person wait longer
 * than the rule says.
 *
 * The count commits separately, whatever the outcome of the use case: call it before the transaction.
 * Of concurrent attempts exactly `most` pass.
 */
export function throttle(ctx: Context, rule: ThrottleRule): Promise<Throttled | null> {
  return throttleAll(ctx, [rule]);
}

/** Counts one attempt under every rule, or under none when any of them refuses; returns the longest wait. */
export async function throttleAll(ctx: Context, rules: readonly ThrottleRule[]): Promise<Throttled | null> {
  return withThrottleLock(ctx, rules, async (db) => {
    const now = ctx.clock.now();
    const waits: number[] = [];
    for (const rule of rules) waits.push(await waitSeconds(db, rule, now));
    const longest = Math.max(0, ...waits);
    if (longest > 0) return refuseFor(longest);
    for (const rule of rules) if (rule.checkOnly !== true) await count(db, rule, now);
    return null;
  });
}

/** Whether an attempt would be refused now, without counting one. */
export function peekThrottle(ctx: Context, rule: ThrottleRule): Promise<Throttled | null> {
  return peekAll(ctx, [rule]);
}

/** The same under any of several rules; returns the longest wait. */
export async function peekAll(ctx: Context, rules: readonly ThrottleRule[]): Promise<Throttled | null> {
  const now = ctx.clock.now();
  const waits: number[] = [];
  for (const rule of rules) waits.push(await waitSeconds(ctx.db, rule, now));
  const longest = Math.max(0, ...waits);
  return longest > 0 ? refuseFor(longest) : null;
}

/** Gives back the newest attempt (or the one of `distinct`), because it turned out valid. */
export function uncountTry(ctx: Context, rule: ThrottleRule): Promise<void> {
  return refundThrottles(ctx, [rule]);
}

/** Gives back what `throttleAll` counted, so nothing for rules that only check. */
export async function refundThrottles(ctx: Context, rules: readonly ThrottleRule[]): Promise<void> {
  await withThrottleLock(ctx, rules, async (db) => {
    for (const rule of rules) if (rule.checkOnly !== true) await uncount(db, rule);
  });
}

/** Deletes every attempt of the key, and a pause that it caused. */
export async function clearThrottle(ctx: Context, rule: ThrottleRule): Promise<void> {
  await withThrottleLock(ctx, [rule], async (db) => {
    await db
      .deleteFrom('throttle')
      .where('key', 'in', [rule.key, pauseKey(rule)])
      .execute();
  });
}

/**
 * Deletes every attempt of the keys that match one of these LIKE patterns. It scans the whole table: for the office
 * only.
 */
export async function clearThrottlesLike(ctx: Context, patterns: readonly string[]): Promise<void> {
  await ctx.db
    .deleteFrom('throttle')
    .where(({ or, eb }) => or(patterns.map((pattern) => eb('key', 'like', pattern))))
    .execute();
}

/** Cron job. Deletes attempts that no longer count. */
export async function purgeThrottles(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('throttle').where('windowEnd', '<', ctx.clock.now().toString()).execute();
}

/** Serializes work per key. Locks in a fixed order, so that two requests with the same keys cannot deadlock. */
export async function withThrottleLock<T>(
  ctx: Context,
  rules: readonly ThrottleRule[],
  work: (db: Kysely<DB>) => Promise<T>,
): Promise<T> {
  if (isTx(ctx)) throw new Error('A throttle must survive a rollback: call it before the transaction.');
  const keys = [...new Set(rules.map((rule) => rule.key))].sort();
  return ctx.db.transaction().execute(async (db) => {
    for (const key of keys) await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
    return work(db);
  });
}

async function waitSeconds(db: Kysely<DB>, rule: ThrottleRule, now: Temporal.Instant): Promise<number> {
  const pause = rule.coolOff === undefined ? [] : await liveRows(db, pauseKey(rule), now);
  if (pause[0]) return secondsUntil(now, pause[0].windowEnd);
  if (rule.distinct !== undefined && (await liveRows(db, distinctKey(rule), now)).length > 0) return 0;
  const rows = await liveRows(db, rule.key, now);
  let room = rule.most - rows.reduce((sum, row) => sum + row.hits, 0);
  if (room > 0) return 0;
  for (const row of rows) {
    room += row.hits;
    if (room > 0) return secondsUntil(now, row.windowEnd);
  }
  return Math.ceil(rule.per.total('seconds')); // most is 0: nothing ever passes
}

async function count(db: Kysely<DB>, rule: ThrottleRule, now: Temporal.Instant): Promise<void> {
  const slice = windowAt(rule.per, now);
  if (rule.distinct !== undefined) {
    if ((await liveRows(db, distinctKey(rule), now)).length > 0) return;
    await addHit(db, distinctKey(rule), slice);
  }
  await addHit(db, rule.key, slice);
  if (rule.coolOff === undefined) return;
  const used = (await liveRows(db, rule.key, now)).reduce((sum, row) => sum + row.hits, 0);
  if (used < rule.most) return;
  await db.deleteFrom('throttle').where('key', '=', rule.key).execute();
  await addHit(db, pauseKey(rule), { now, start: now, end: now.add(rule.coolOff) });
}

/** Oldest first. A row in the future is left over from a clock that was set back, and does not count. */
function liveRows(db: Kysely<DB>, key: string, now: Temporal.Instant) {
  return db
    .selectFrom('throttle')
    .select(['windowStart', 'windowEnd', 'hits'])
    .where('key', '=', key)
    .where('windowStart', '<=', now.toString())
    .where('windowEnd', '>', now.toString())
    .orderBy('windowStart')
    .execute();
}

async function addHit(db: Kysely<DB>, key: string, slice: Slice): Promise<void> {
  await db
    .insertInto('throttle')
    .values({ key, windowStart: slice.start.toString(), windowEnd: slice.end.toString(), hits: 1 })
    .onConflict((conflict) =>
      conflict.columns(['key', 'windowStart']).doUpdateSet((row) => ({
        hits: row('throttle.hits', '+', 1),
        windowEnd: row.ref('excluded.windowEnd'),
      })),
    )
    .execute();
}

async function uncount(db: Kysely<DB>, rule: ThrottleRule): Promise<void> {
  if (rule.distinct !== undefined) {
    const known = await db.deleteFrom('throttle').where('key', '=', distinctKey(rule)).executeTakeFirst();
    if (known.numDeletedRows === 0n) return;
  }
  await deleteNewestTry(db, rule.key);
}

async function deleteNewestTry(db: Kysely<DB>, key: string): Promise<void> {
  const newest = await db
    .selectFrom('throttle')
    .select(['windowStart', 'hits'])
    .where('key', '=', key)
    .orderBy('windowStart', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined) return;
  const row = { key, windowStart: newest.windowStart };
  const isThatRow = sql<boolean>`key = ${row.key} and window_start = ${row.windowStart}`;
  if (newest.hits === 1) await db.deleteFrom('throttle').where(isThatRow).execute();
  else
    await db
      .updateTable('throttle')
      .set({ hits: newest.hits - 1 })
      .where(isThatRow)
      .execute();
}

/** The slice that contains a moment. */
export function windowAt(per: Temporal.Duration, now: Temporal.Instant): Slice {
  const length = Math.max(1, Math.floor(per.total('milliseconds') / SLICES));
  const start = Temporal.Instant.fromEpochMilliseconds(Math.floor(now.epochMilliseconds / length) * length);
  return { now, start, end: start.add({ milliseconds: Math.ceil(per.total('milliseconds')) }) };
}

function distinctKey(rule: ThrottleRule): string {
  return `${rule.key} one ${rule.distinct}`;
}

function pauseKey(rule: ThrottleRule): string {
  return `${rule.key} pause`;
}

function secondsUntil(now: Temporal.Instant, databaseText: string): number {
  const until = Temporal.Instant.from(databaseText.replace(' ', 'T'));
  return Math.max(1, Math.ceil(now.until(until).total('seconds')));
}

function refuseFor(retryAfter: number): Throttled {
  return refuse('throttled', { extensions: { retryAfter } });
}
