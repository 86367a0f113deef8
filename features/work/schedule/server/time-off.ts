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
export async function timeOffOf(ctx: Context, cleanerID: string) {
  const rows = await liveTimeOff(ctx, cleanerID).where('kind', '=', 'time-off').orderBy('startsAt').execute();
  return rows.map(toUnavailableDate);
}

export async function findTimeOff(ctx: Context, cleanerID: string, id: string) {
  const row = await liveTimeOff(ctx, cleanerID)
    .where('id', '=', id)
    .where('kind', '=', 'time-off')
    .executeTakeFirst();
  return row === undefined ? null : { shown: toUnavailableDate(row), span: { id, ...spanOf(row) } };
}

/** The same as spans for computation. */
export async function timeOffSpans(
  ctx: Context,
  cleanerID: string,
): Promise<(TimeOff & { readonly id: string })[]> {
  const rows = await liveTimeOff(ctx, cleanerID).where('kind', '=', 'time-off').execute();
  return rows.map((row) => ({ id: row.id, description: row.description, ...spanOf(row) }));
}

/** Stores time off and takes it from the diary. The cleaner is locked. */
export async function insertTimeOff(
  tx: Tx,
  cleanerID: string,
  periods: readonly TimeOff[],
): Promise<string[]> {
  const rows = periods.map((period) => ({
    id: tx.newID(),
    cleanerID,
    kind: 'time-off',
    startsAt: instant(period.start),
    endsAt: instant(period.end),
    description: period.description,
    createdAt: tx.clock.now().toString(),
    createdBy: idOf(tx.actor),
  }));
  await insertTimeOffRows(tx, rows);
  for (const period of periods) await fillTimeOff(tx, cleanerID, period);
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
  cleanerID: string,
  periods: readonly (Span & { readonly id: string })[],
): Promise<void> {
  if (periods.length === 0) return;
  const now = tx.clock.now().toString();
  const ids = periods.map((period) => period.id);
  await tx.db.updateTable('time_off').set({ removedAt: now }).where('id', 'in', ids).execute();
  await tx.db
    .updateTable('cleaner_occupation')
    .set({ releasedAt: now })
    .where('timeOffID', 'in', ids)
    .where('releasedAt', 'is', null)
    .execute();
  for (const period of periods) await fillTimeOff(tx, cleanerID, period);
  await announceFreed(tx, periods);
}

/**
 * Writes a cleaner's time off and blocks into a period of the diary where it is free: time off that was acknowledged
 * over a booked job takes the job's time once the job is released. Idempotent. The cleaner is locked.
 */
export async function fillTimeOff(tx: Tx, cleanerID: string, within: Span): Promise<void> {
  const overlapping = liveTimeOff(tx, cleanerID)
    .where('onlyJobType', 'is', null)
    .where('startsAt', '<', instant(within.end))
    .where('endsAt', '>', instant(within.start));
  const taken = await takenIn(tx, cleanerID, within);
  const rows = await overlapping.orderBy('id').execute();
  const entries = rows.flatMap((row) => {
    const { start, end } = spanOf(row);
    const part = { start: Math.max(start, within.start), end: Math.min(end, within.end) };
    const pieces = piecesOf(part, taken, startOfDay(tx));
    taken.push(...pieces);
    return pieces.map((piece) =>
      occupationRow(tx, cleanerID, { ...piece, kind: row.kind, timeOffID: row.id }),
    );
  });
  await insertEntries(tx, entries);
}

/**
 * The same for many locked cleaners: those with an empty diary in that period get identical entries in one insert, the
 * others are handled one by one.
 */
export async function fillTimeOffOfMany(tx: Tx, cleanerIDs: readonly string[], within: Span): Promise<void> {
  const [from, until] = [instant(within.start), instant(within.end)];
  const { rows } = await sql<{ cleanerID: string; timeOffID: string; kind: string }>`
    select cleaner_id, min(id::text) as time_off_id, min(kind) as kind from time_off
    where cleaner_id = any(${[...cleanerIDs]}::uuid[]) and removed_at is null and only_job_type is null
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
        occupationRow(tx, row.cleanerID, { ...piece, kind: row.kind, timeOffID: row.timeOffID }),
      ),
    ),
  );
  const isFilled = new Set(rows.map((row) => row.cleanerID));
  for (const id of await withTimeOff(tx, cleanerIDs, within))
    if (!isFilled.has(id)) await fillTimeOff(tx, id, within);
}

/** Those of the cleaners who have time off or blocks in a period. */
async function withTimeOff(tx: Tx, cleanerIDs: readonly string[], within: Span): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('time_off')
    .select('cleanerID')
    .distinct()
    .where('cleanerID', 'in', [...cleanerIDs])
    .where('removedAt', 'is', null)
    .where('onlyJobType', 'is', null)
    .where('startsAt', '<', instant(within.end))
    .where('endsAt', '>', instant(within.start))
    .execute();
  return rows.map((row) => row.cleanerID);
}

async function insertEntries(tx: Tx, entries: readonly ReturnType<typeof occupationRow>[]): Promise<void> {
  for (let i = 0; i < entries.length; i += INSERT_ROWS) {
    await tx.db
      .insertInto('cleaner_occupation')
      .values(entries.slice(i, i + INSERT_ROWS))
      .execute();
  }
}

function occupationRow(tx: Tx, cleanerID: string, piece: Span & { kind: string; timeOffID: string }) {
  return {
    id: tx.newID(),
    cleanerID,
    kind: piece.kind,
    timeOffID: piece.timeOffID,
    startsAt: instant(piece.start),
    endsAt: instant(piece.end),
    createdAt: tx.clock.now().toString(),
  };
}

async function takenIn(tx: Tx, cleanerID: string, within: Span): Promise<Span[]> {
  const rows = await tx.db
    .selectFrom('cleaner_occupation')
    .select(['startsAt', 'endsAt'])
    .where('cleanerID', '=', cleanerID)
    .where('releasedAt', 'is', null)
    .where('startsAt', '<', instant(within.end))
    .where(endsAfter(instant(within.start)))
    .execute();
  return rows.map(spanOf);
}

function liveTimeOff(ctx: Context, cleanerID: string) {
  return ctx.db
    .selectFrom('time_off')
    .select(['id', 'kind', 'description', 'startsAt', 'endsAt', 'createdAt'])
    .where('cleanerID', '=', cleanerID)
    .where('removedAt', 'is', null);
}

interface Period {
  readonly id: string;
  readonly description: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly createdAt: string;
}

function toUnavailableDate(row: Period) {
  return {
    id: row.id,
    startTime: formatTimeInput(row.startsAt),
    endTime: formatTimeInput(row.endsAt),
    description: row.description,
    createdAt: wireTime(row.createdAt),
  };
}

export function spanOf(row: Pick<Period, 'startsAt' | 'endsAt'>): Span {
  return {
    start: readDatabaseTime(row.startsAt).epochMilliseconds,
    end: readDatabaseTime(row.endsAt).epochMilliseconds,
  };
}

function instant(epochMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toString();
}
