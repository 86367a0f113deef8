import { type Kysely, sql } from 'kysely';
import type { DB } from '#database/generated.ts';
import { readDatabaseTime } from '../kernel/business-time.ts';
import type { Context } from './context.ts';
import type { Db } from './database/database.ts';
import { sendAlong } from './database/pipelining.ts';
import { oneAtATime, type ThrottleRule, windowAt } from './throttle.ts';

export interface Turn {
  /** When it may be done, by the app's clock. */
  readonly at: Temporal.Instant;
  /** Whether that is later than now, and whether others wait already. */
  readonly waits: 'no' | 'first' | 'behind others';
}

interface Asked {
  readonly notAfter: Temporal.Instant | undefined;
  readonly checkOnly: boolean;
  readonly told: PromiseWithResolvers<Turn | null>;
}

/** Who asks while turns of the same rule are being taken is served by the next transaction, all of them together. */
const queues = new WeakMap<Db, Map<string, Asked[]>>();

/**
 * The next moment at which one more fits the rule, counted at once: for what may be late but not be dropped.
 * Whoever asks first has the earlier turn, and none comes before those who wait already. By the app's clock.
 * A rule with `checkOnly` tells the turn and counts nothing.
 * @returns null, and counts nothing, when the turn would come after `notAfter`
 */
export function takeTurn(
  ctx: Context,
  rule: ThrottleRule,
  notAfter?: Temporal.Instant,
): Promise<Turn | null> {
  if (rule.most < 1) throw new Error('Where nothing is ever allowed, no turn comes.');
  const ofDatabase = queues.get(ctx.db) ?? new Map<string, Asked[]>();
  queues.set(ctx.db, ofDatabase);
  const asked: Asked = { notAfter, checkOnly: rule.checkOnly === true, told: Promise.withResolvers() };
  const queue = ofDatabase.get(rule.key);
  if (queue !== undefined) queue.push(asked);
  else {
    ofDatabase.set(rule.key, [asked]);
    void serve(ctx, rule, ofDatabase);
  }
  return asked.told.promise;
}

/** Until nobody asks any more. */
async function serve(ctx: Context, rule: ThrottleRule, queues: Map<string, Asked[]>): Promise<void> {
  for (;;) {
    const batch = queues.get(rule.key) ?? [];
    if (batch.length === 0) break;
    queues.set(rule.key, []);
    try {
      const turns = await oneAtATime(ctx, [rule], (db) => takeTurns(db, rule, ctx.clock.now(), batch));
      for (const [i, { told }] of batch.entries()) told.resolve(turns[i] ?? null);
    } catch (error) {
      for (const { told } of batch) told.reject(error);
    }
  }
  queues.delete(rule.key);
}

/** What is counted in a stretch of time, and whether it still waits for its turn. */
interface Counted {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  readonly hits: number;
  readonly waits: boolean;
}

async function takeTurns(
  db: Kysely<DB>,
  rule: ThrottleRule,
  now: Temporal.Instant,
  asked: readonly Asked[],
): Promise<(Turn | null)[]> {
  const counted = await loadCounted(db, rule, now);
  const added: Counted[] = [];
  const turns = asked.map(({ notAfter, checkOnly }) => {
    const turn = nextTurn([...counted, ...added], rule.most, now);
    if (notAfter !== undefined && isBefore(notAfter, turn.at)) return null;
    const { start, end } = windowAt(rule.per, turn.at);
    if (!checkOnly) added.push({ start, end, hits: 1, waits: turn.waits !== 'no' });
    return turn;
  });
  await saveCounted(db, rule, added);
  return turns;
}

/** As soon as enough of what is counted has run out, and behind whoever waits. */
function nextTurn(counted: readonly Counted[], most: number, now: Temporal.Instant): Turn {
  const ahead = counted.filter(({ waits, start }) => waits && isBefore(now, start));
  const last = ahead
    .map(({ start }) => start)
    .sort(Temporal.Instant.compare)
    .at(-1);
  const from = last ?? now;
  const live = counted.filter(({ end }) => isBefore(from, end));
  live.sort((a, b) => Temporal.Instant.compare(a.end, b.end));
  let room = most - live.reduce((sum, { hits }) => sum + hits, 0);
  let at = from;
  for (const { hits, end } of live) {
    if (room > 0) break;
    room += hits;
    at = end;
  }
  if (!isBefore(now, at)) return { at, waits: 'no' };
  return { at, waits: last === undefined ? 'first' : 'behind others' };
}

async function loadCounted(db: Kysely<DB>, rule: ThrottleRule, now: Temporal.Instant): Promise<Counted[]> {
  const rows = await db
    .selectFrom('throttle')
    .select(['key', 'hits', 'window_start', 'window_end'])
    .where((where) =>
      where.or([
        // A row from the future is left over from a clock that was set back: it does not count.
        where.and([where('key', '=', rule.key), where('window_start', '<=', now.toString())]),
        where('key', '=', waitingKey(rule)),
      ]),
    )
    .where('window_end', '>', now.toString())
    .execute();
  return rows.map((row) => ({
    start: readDatabaseTime(row.window_start),
    end: readDatabaseTime(row.window_end),
    hits: row.hits,
    waits: row.key !== rule.key,
  }));
}

async function saveCounted(db: Kysely<DB>, rule: ThrottleRule, added: readonly Counted[]): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map(({ start, end, waits }) => ({
    key: waits ? waitingKey(rule) : rule.key,
    window_start: start.toString(),
    window_end: end.toString(),
  }));
  const counted = sql`
    insert into throttle (key, window_start, window_end, hits)
    select key, window_start, window_end, count(*) from json_to_recordset(${JSON.stringify(rows)}::json)
      as one(key text, window_start timestamptz, window_end timestamptz)
    group by key, window_start, window_end
    on conflict (key, window_start) do update
      set hits = throttle.hits + excluded.hits, window_end = excluded.window_end`;
  sendAlong({ db }, counted.compile(db));
}

function waitingKey(rule: ThrottleRule): string {
  return `${rule.key} turns`;
}

function isBefore(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) < 0;
}

/** Forgets the turns of a future that is none any more, because the clock was set back. */
export async function deleteFutureTurns(db: Kysely<DB>, now: Temporal.Instant): Promise<void> {
  await db.deleteFrom('throttle').where('window_start', '>', now.toString()).execute();
}
