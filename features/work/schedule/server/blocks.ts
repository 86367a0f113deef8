import { sql } from 'kysely';
import type { z } from 'zod';
import { lockCleaners } from '#features/people/cleaners/server/index.ts';
import type { ReplyOf } from '#platform/contract/call.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { type FieldError, isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { type CsvColumn, csvTime } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords, onDays } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type {
  Block,
  createBlocks as createCall,
  listBlocks as listCall,
  SentBlock,
} from '../contract/blocks.ts';
import { readBlock } from '../rules/blocks.ts';
import { formatTimeInput } from '../rules/time-input.ts';
import type { TimeOff } from '../rules/time-off.ts';
import { announceFreed } from './announce-freed.ts';
import { endsAfter, isLiveEntry } from './live-entry.ts';
import { suitedCleaners } from './load-roster.ts';
import { fillTimeOffOfMany, insertTimeOffRows, spanOf } from './time-off.ts';

type Created = ReplyOf<typeof createCall>;
interface ReadBlock {
  readonly sent: SentBlock;
  readonly period: TimeOff;
  readonly cleanerIDs: readonly string[];
}

/** Blocks times for visits. Booked visits stay and are returned. */
export function createBlocks(
  ctx: Context,
  { unavailable_dates: sent }: z.output<typeof createCall.body>,
): Promise<Created | Refusal<'invalid' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await lockMembership(tx);
    const everybody = await suitedCleaners(tx, { gender: '', hasPets: false, regionID: null });
    const blocks = readAll(tx, sent, everybody);
    if (isRefusal(blocks)) return blocks;
    await lockCleaners(tx, [...new Set(blocks.flatMap(({ cleanerIDs }) => cleanerIDs))]);
    const conflicts: Created['conflicts'] = [];
    for (const block of blocks) conflicts.push(...(await saveBlock(tx, block)));
    return saveIdempotentReply(tx, { created: blocks.length, conflicts });
  });
}

/** Prevents cleaners from joining between reading the list of all cleaners and writing the block. */
async function lockMembership(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('who is blocked', 0))`.execute(tx.db);
}

const NOT_IN_THE_LIST: FieldError = { path: 'cleanerIDs', message: 'Choose cleaners from the list.' };

function readAll(
  tx: Tx,
  sent: readonly SentBlock[],
  everybody: readonly string[],
): ReadBlock[] | Refusal<'invalid'> {
  const known = new Set(everybody);
  const errors: FieldError[] = [];
  const blocks = sent.flatMap((each, i) => {
    const period = readBlock(each, { zone: tx.config.BUSINESS_TZ, everybody: everybody.length });
    const cleanerIDs = each.cleanerType === 'all' ? everybody : each.cleanerIDs;
    const isKnown = cleanerIDs.every((id) => known.has(id));
    if (!('path' in period) && isKnown) return [{ sent: each, period, cleanerIDs }];
    const wrong = 'path' in period ? period : NOT_IN_THE_LIST;
    errors.push({ ...wrong, path: `unavailable_dates.${i}.${wrong.path}` });
    return [];
  });
  return errors.length > 0 ? refuse('invalid', { errors }) : blocks;
}

async function saveBlock(tx: Tx, { sent, period, cleanerIDs }: ReadBlock): Promise<Created['conflicts']> {
  const id = tx.newID();
  const [startsAt, endsAt] = [instant(period.start), instant(period.end)];
  const onlyJobType = sent.jobType ?? '';
  await tx.db
    .insertInto('block_booking')
    .values({
      id,
      startsAt: startsAt,
      endsAt: endsAt,
      description: period.description,
      onlyJobType: onlyJobType,
      cleanerType: sent.cleanerType,
      createdAt: tx.clock.now().toString(),
      createdBy: idOf(tx.actor),
    })
    .execute();
  await blockCleaners(tx, id, cleanerIDs);
  const saved = toBlock(await blockRows(tx).where('id', '=', id).executeTakeFirstOrThrow());
  await audit(tx, { action: 'block-booking.created', subject: { kind: 'block-booking', id }, after: saved });
  return jobsInBlock(tx, cleanerIDs, { startsAt, endsAt, onlyJobType });
}

/** Writes a block into the diaries of these cleaners where they are free. The cleaners are locked. */
async function blockCleaners(tx: Tx, blockID: string, cleanerIDs: readonly string[]): Promise<void> {
  const block = await blockRows(tx).where('id', '=', blockID).executeTakeFirstOrThrow();
  const { startsAt, endsAt, description, createdBy } = block;
  const onlyJobType = block.onlyJobType === '' ? null : block.onlyJobType;
  const about = { kind: 'block', startsAt, endsAt, description, onlyJobType, createdBy };
  const createdAt = tx.clock.now().toString();
  await insertTimeOffRows(
    tx,
    cleanerIDs.map((cleanerID) => ({
      ...about,
      id: tx.newID(),
      cleanerID,
      createdAt,
      blockID,
    })),
  );
  if (onlyJobType === null) await fillTimeOffOfMany(tx, cleanerIDs, spanOf(block));
}

/** Ends a block and frees its time, except where other time off covers it. */
export function removeBlock(ctx: Context, id: string): Promise<Block | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await lockMembership(tx);
    const row = await blockRows(tx).where('id', '=', id).executeTakeFirst();
    if (row === undefined) return refuse('not_found');
    if (row.removedAt !== null) return toBlock(row);
    await lockCleaners(tx, row.cleanerIDs);
    const now = tx.clock.now().toString();
    await tx.db.updateTable('block_booking').set({ removedAt: now }).where('id', '=', id).execute();
    await tx.db.updateTable('time_off').set({ removedAt: now }).where('blockID', '=', id).execute();
    await tx.db
      .updateTable('cleaner_occupation')
      .set({ releasedAt: now })
      .where('releasedAt', 'is', null)
      .where('timeOffID', 'in', (of) => of.selectFrom('time_off').select('id').where('blockID', '=', id))
      .execute();
    await fillTimeOffOfMany(tx, row.cleanerIDs, spanOf(row));
    await announceFreed(tx, [spanOf(row)]);
    const before = toBlock(row);
    await audit(tx, { action: 'block-booking.removed', subject: { kind: 'block-booking', id }, before });
    return toBlock({ ...row, removedAt: now });
  });
}

/** Applies existing blocks for everyone to a new cleaner. The cleaner is locked. */
export async function blockNewcomer(tx: Tx, cleanerID: string): Promise<void> {
  await lockMembership(tx);
  const missing = await tx.db
    .selectFrom('block_booking')
    .select('id')
    .where('cleanerType', '=', 'all')
    .where('removedAt', 'is', null)
    .where('endsAt', '>', tx.clock.now().toString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('time_off')
            .select('time_off.id')
            .whereRef('time_off.blockID', '=', 'block_booking.id')
            .where('time_off.cleanerID', '=', cleanerID),
        ),
      ),
    )
    .execute();
  for (const { id } of missing) await blockCleaners(tx, id, [cleanerID]);
}

function instant(epochMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toString();
}

interface BlockedTime {
  readonly startsAt: string;
  readonly endsAt: string;
  /** '' for all. */
  readonly onlyJobType: string;
}

/** The booked or held visits of these cleaners during a block, earliest first. */
async function jobsInBlock(tx: Tx, cleanerIDs: readonly string[], blocked: BlockedTime) {
  let jobs = tx.db
    .selectFrom('cleaner_occupation')
    .innerJoin('job', 'job.id', 'cleaner_occupation.jobID')
    .select(['cleaner_occupation.cleanerID', 'job.id', 'cleaner_occupation.startsAt'])
    .where('cleaner_occupation.cleanerID', 'in', [...cleanerIDs])
    .where('cleaner_occupation.kind', '=', 'job')
    .where(isLiveEntry(tx))
    .where('cleaner_occupation.startsAt', '<', blocked.endsAt)
    .where(endsAfter(blocked.startsAt))
    .orderBy('cleaner_occupation.startsAt')
    .orderBy('cleaner_occupation.id');
  if (blocked.onlyJobType !== '') jobs = jobs.where('job.jobType', '=', blocked.onlyJobType);
  const rows = await jobs.execute();
  return rows.map((row) => ({
    cleanerID: row.cleanerID,
    jobID: row.id,
    startTime: wireTime(row.startsAt),
  }));
}

const cleanerIDs = sql<string[]>`coalesce((
  select json_agg(cleaner_id) from time_off where block_id = block_booking.id
), '[]')`.as('cleanerIDs');

function blockRows({ db }: Context) {
  return db.selectFrom('block_booking').selectAll().select(cleanerIDs);
}

type BlockRow = Awaited<ReturnType<ReturnType<typeof blockRows>['executeTakeFirstOrThrow']>>;

function toBlock(row: BlockRow): Block {
  return {
    id: row.id,
    startTime: formatTimeInput(row.startsAt),
    endTime: formatTimeInput(row.endsAt),
    description: row.description,
    jobType: row.onlyJobType as Block['jobType'],
    cleanerType: row.cleanerType as Block['cleanerType'],
    cleanerIDs: row.cleanerIDs.toSorted(),
    trash: row.removedAt === null ? 0 : 1,
    createdAt: wireTime(row.createdAt),
  };
}

/** Block bookings that overlap the requested days, latest first. */
export function listBlocks(ctx: Context, query: z.output<typeof listCall.query>): ListOutcome {
  return listOf(ctx, query, {
    name: 'block-bookings',
    rows: blockRows(ctx)
      .where(matchesTrashFilter(ctx, query, 'block_booking.removedAt'))
      .where(onDays(ctx, { from_date: query.from_date }, 'block_booking.endsAt'))
      .where(onDays(ctx, { to_date: query.to_date }, 'block_booking.startsAt'))
      .where(matchesWords(query.q, ['description'])),
    key: 'block_booking.id',
    sort: {
      startTime: ['block_booking.startsAt'],
      endTime: ['block_booking.endsAt'],
      description: ['block_booking.description'],
      jobType: ['block_booking.onlyJobType'],
      createdAt: ['block_booking.createdAt'],
    },
    defaultOrder: 'desc',
    toItem: toBlock,
    csv: CSV,
  });
}

const CSV: readonly CsvColumn<Block>[] = [
  { heading: 'Id', value: (block) => block.id },
  { heading: 'Start', value: (block) => csvTime(block.startTime) },
  { heading: 'End', value: (block) => csvTime(block.endTime) },
  { heading: 'Reason', value: (block) => block.description },
  { heading: 'Kind of visit', value: (block) => block.jobType },
  { heading: 'For', value: (block) => block.cleanerType },
  { heading: 'Cleaners', value: (block) => block.cleanerIDs.length },
];
