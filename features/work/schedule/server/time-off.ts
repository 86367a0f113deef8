import { type Insertable, sql } from 'kysely';
import type { DB } from '#database/generated.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { readDatabaseTime, wireTime } from '#platform/kernel/business-time.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { formatTimeInput } from '../rules/time-input.ts';
import { piecesOf, type Span, type TimeOff } from '../rules/time-off.ts';
import { announceFreed } from './announce-freed.ts';
import { startOfDay } from './diaries.ts';
import { endsAfter } from './live-entry.ts';

/** Rows per insert, far below PostgreSQL's limit of parameters. */
const INSERT_ROWS = 1000;

/**
 * The live time off of a cleaner as sent in replies, earliest first. What happens to booked visits when a cleaner calls
 * in sick: `single-time-off.ts`.
 */
export async function timeOffOf(ctx: Context, cleanerId: string) {
  const rows = await liveTimeOff(ctx, cleanerId)
    .where('kind', '=', 'time-off')
    .orderBy('starts_at')
    .execute();
  return rows.map(toUnavailableDate);
}

export async function findTimeOff(ctx: Context, cleanerId: string, id: string) {
  const row = await liveTimeOff(ctx, cleanerId)
    .where('id', '=', id)
    .where('kind', '=', 'time-off')
    .executeTakeFirst();
  return row === undefined ? null : { shown: toUnavailableDate(row), span: { id, ...spanOf(row) } };
}

/** The same as spans for computation. */
export async function timeOffSpans(
  ctx: Context,
  cleanerId: string,
): Promise<(TimeOff & { readonly id: string })[]> {
  const rows = await liveTimeOff(ctx, cleanerId).where('kind', '=', 'time-off').execute();
  return rows.map((row) => ({ id: row.id, description: row.description, ...spanOf(row) }));
}

/** Stores time off and takes it from the diary. The cleaner is locked. */
export async function insertTimeOff(
  tx: Tx,
  cleanerId: string,
  periods: readonly TimeOff[],
): Promise<string[]> {
  const rows = periods.map((period) => ({
    id: tx.newId(),
    cleaner_id: cleanerId,
    kind: 'time-off',
    starts_at: instant(period.start),
    ends_at: instant(period.end),
    description: period.description,
    created_at: tx.clock.now().toString(),
    created_by: idOf(tx.actor),
  }));
  await insertTimeOffRows(tx, rows);
  for (const period of periods) await fillTimeOff(tx, cleanerId, period);
  return rows.map((row) => row.id);
}

/** Inserts time off rows; the caller updates the diary. */
export async function insertTimeOffRows(tx: Tx, rows: readonly Insertable<DB['time_off']>[]): Promise<void> {
  for (let i = 0; i < rows.length; i += INSERT_ROWS) {
    await tx.db
      .insertInto('time_off')
      .values(rows.slice(i, i + INSERT_ROWS))
      .execute();
  }
}

/** Ends time off and frees its time, except where other time off covers it. The cleaner is locked. */
export async function endTimeOff(
  tx: Tx,
  cleanerId: string,
  periods: readonly (Span & { readonly id: string })[],
): Promise<void> {
  if (periods.length === 0) return;
  const now = tx.clock.now().toString();
  const ids = periods.map((period) => period.id);
  await tx.db.updateTable('time_off').set({ removed_at: now }).where('id', 'in', ids).execute();
  await tx.db
    .updateTable('cleaner_occupation')
    .set({ released_at: now })
    .where('time_off_id', 'in', ids)
    .where('released_at', 'is', null)
    .execute();
  for (const period of periods) await fillTimeOff(tx, cleanerId, period);
  await announceFreed(tx, periods);
}

/**
 * Writes a cleaner's time off and blocks into a period of the diary where it is free: time off that was acknowledged
 * over a booked job takes the job's time once the job is released. Idempotent. The cleaner is locked.
 */
export async function fillTimeOff(tx: Tx, cleanerId: string, within: Span): Promise<void> {
  const overlapping = liveTimeOff(tx, cleanerId)
    .where('only_job_type', 'is', null)
    .where('starts_at', '<', instant(within.end))
    .where('ends_at', '>', instant(within.start));
  const taken = await takenIn(tx, cleanerId, within);
  const rows = await overlapping.orderBy('id').execute();
  const entries = rows.flatMap((row) => {
    const { start, end } = spanOf(row);
    const part = { start: Math.max(start, within.start), end: Math.min(end, within.end) };
    const pieces = piecesOf(part, taken, startOfDay(tx));
    taken.push(...pieces);
    return pieces.map((piece) =>
      occupationRow(tx, cleanerId, { ...piece, kind: row.kind, timeOffId: row.id }),
    );
  });
  await insertEntries(tx, entries);
}

/**
 * The same for many locked cleaners: those with an empty diary in that period get identical entries in one insert, the
 * others are handled one by one.
 */
export async function fillTimeOffOfMany(tx: Tx, cleanerIds: readonly string[], within: Span): Promise<void> {
  const [from, until] = [instant(within.start), instant(within.end)];
  const { rows } = await sql<{ cleaner_id: string; time_off_id: string; kind: string }>`
    select cleaner_id, min(id::text) as time_off_id, min(kind) as kind from time_off
    where cleaner_id = any(${[...cleanerIds]}::uuid[]) and removed_at is null and only_job_type is null
      and starts_at < ${until} and ends_at > ${from}
    group by cleaner_id
    having count(*) = 1 and min(starts_at) <= ${from} and max(ends_at) >= ${until}
      and not exists (
        select from cleaner_occupation as taken
        where taken.cleaner_id = time_off.cleaner_id and taken.released_at is null
          and taken.starts_at < ${until} and taken.ends_at > ${from}
      )`.execute(tx.db);
  const pieces = piecesOf(within, [], startOfDay(tx));
  await insertEntries(
    tx,
    rows.flatMap((row) =>
      pieces.map((piece) =>
        occupationRow(tx, row.cleaner_id, { ...piece, kind: row.kind, timeOffId: row.time_off_id }),
      ),
    ),
  );
  const isFilled = new Set(rows.map((row) => row.cleaner_id));
  for (const id of await withTimeOff(tx, cleanerIds, within))
    if (!isFilled.has(id)) await fillTimeOff(tx, id, within);
}

/** Those of the cleaners who have time off or blocks in a period. */
async function withTimeOff(tx: Tx, cleanerIds: readonly string[], within: Span): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('time_off')
    .select('cleaner_id')
    .distinct()
    .where('cleaner_id', 'in', [...cleanerIds])
    .where('removed_at', 'is', null)
    .where('only_job_type', 'is', null)
    .where('starts_at', '<', instant(within.end))
    .where('ends_at', '>', instant(within.start))
    .execute();
  return rows.map((row) => row.cleaner_id);
}

async function insertEntries(tx: Tx, entries: readonly ReturnType<typeof occupationRow>[]): Promise<void> {
  for (let i = 0; i < entries.length; i += INSERT_ROWS) {
    await tx.db
      .insertInto('cleaner_occupation')
      .values(entries.slice(i, i + INSERT_ROWS))
      .execute();
  }
}

function occupationRow(tx: Tx, cleanerId: string, piece: Span & { kind: string; timeOffId: string }) {
  return {
    id: tx.newId(),
    cleaner_id: cleanerId,
    kind: piece.kind,
    time_off_id: piece.timeOffId,
    starts_at: instant(piece.start),
    ends_at: instant(piece.end),
    created_at: tx.clock.now().toString(),
  };
}

async function takenIn(tx: Tx, cleanerId: string, within: Span): Promise<Span[]> {
  const rows = await tx.db
    .selectFrom('cleaner_occupation')
    .select(['starts_at', 'ends_at'])
    .where('cleaner_id', '=', cleanerId)
    .where('released_at', 'is', null)
    .where('starts_at', '<', instant(within.end))
    .where(endsAfter(instant(within.start)))
    .execute();
  return rows.map(spanOf);
}

function liveTimeOff(ctx: Context, cleanerId: string) {
  return ctx.db
    .selectFrom('time_off')
    .select(['id', 'kind', 'description', 'starts_at', 'ends_at', 'created_at'])
    .where('cleaner_id', '=', cleanerId)
    .where('removed_at', 'is', null);
}

interface Period {
  readonly id: string;
  readonly description: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly created_at: string;
}

function toUnavailableDate(row: Period) {
  return {
    id: row.id,
    startTime: formatTimeInput(row.starts_at),
    endTime: formatTimeInput(row.ends_at),
    description: row.description,
    createdAt: wireTime(row.created_at),
  };
}

export function spanOf(row: Pick<Period, 'starts_at' | 'ends_at'>): Span {
  return {
    start: readDatabaseTime(row.starts_at).epochMilliseconds,
    end: readDatabaseTime(row.ends_at).epochMilliseconds,
  };
}

function instant(epochMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toString();
}
