import type { Kysely } from 'kysely';
import type { DB } from '#database/generated.ts';
import { readDatabaseTime } from '../kernel/business-time.ts';
import type { Context } from './context.ts';
import { addHit, oneAtATime, type ThrottleRule, windowAt } from './throttle.ts';

export interface Turn {
  /** When it may be done, by the app's clock. */
  readonly at: Temporal.Instant;
  /** Whether that is later than now, and whether others wait already. */
  readonly waits: 'no' | 'first' | 'behind others';
}

/**
 * The next moment at which one more fits the rule, counted at once: for what may be late but not be dropped.
 * Whoever asks first has the earlier turn, and none comes before those who wait already. By the app's clock.
 * @returns null, and counts nothing, when the turn would come after `notAfter`
 */
export function takeTurn(
  ctx: Context,
  rule: ThrottleRule,
  notAfter?: Temporal.Instant,
): Promise<Turn | null> {
  if (rule.most < 1) throw new Error('Where nothing is ever allowed, no turn comes.');
  const waiting = { ...rule, key: `${rule.key} turns` };
  return oneAtATime(ctx, [rule], async (db) => {
    const now = ctx.clock.now();
    const last = await lastTurn(db, waiting.key, now);
    const at = await firstRoom(db, rule, { now, from: last ?? now, waitingKey: waiting.key });
    if (notAfter !== undefined && Temporal.Instant.compare(at, notAfter) > 0) return null;
    const isNow = Temporal.Instant.compare(at, now) <= 0;
    await addHit(db, isNow ? rule.key : waiting.key, windowAt(rule.per, at));
    if (isNow) return { at, waits: 'no' };
    return { at, waits: last === undefined ? 'first' : 'behind others' };
  });
}

/** Forgets the turns of a future that is none any more, because the clock was set back. */
export async function deleteFutureTurns(db: Kysely<DB>, now: Temporal.Instant): Promise<void> {
  await db.deleteFrom('throttle').where('window_start', '>', now.toString()).execute();
}

async function lastTurn(
  db: Kysely<DB>,
  key: string,
  now: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const row = await db
    .selectFrom('throttle')
    .select('window_start')
    .where('key', '=', key)
    .where('window_start', '>', now.toString())
    .orderBy('window_start', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && readDatabaseTime(row.window_start);
}

interface Search {
  readonly now: Temporal.Instant;
  readonly from: Temporal.Instant;
  readonly waitingKey: string;
}

/** From `from` on: as soon as enough of what is counted has run out. */
async function firstRoom(db: Kysely<DB>, rule: ThrottleRule, search: Search): Promise<Temporal.Instant> {
  const rows = await db
    .selectFrom('throttle')
    .select(['hits', 'window_end'])
    .where((where) =>
      where.or([
        // A row from the future is left over from a clock that was set back: it does not count.
        where.and([where('key', '=', rule.key), where('window_start', '<=', search.now.toString())]),
        where('key', '=', search.waitingKey),
      ]),
    )
    .where('window_end', '>', search.from.toString())
    .orderBy('window_end')
    .execute();
  let room = rule.most - rows.reduce((sum, row) => sum + row.hits, 0);
  let at = search.from;
  for (const row of rows) {
    if (room > 0) break;
    room += row.hits;
    at = readDatabaseTime(row.window_end);
  }
  return at;
}
