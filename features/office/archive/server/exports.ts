import { type Selectable, sql } from 'kysely';
import type { ArchiveExport as ExportTable } from '#database/generated.ts';
import { adminNames } from '#features/people/accounts/server/index.ts';
import type { StreamedFileReply } from '#platform/contract/file.ts';
import { instantToWire, readDatabaseTime, wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context, ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { FileStore } from '#platform/server/providers/files.ts';
import type { ArchiveExport } from '../contract.ts';
import { FAILURES, KEPT_HOURS, SILENT_AFTER_S } from '../rules/file-lifetime.ts';

type ExportRow = Selectable<ExportTable>;

async function toExports(ctx: Context, rows: readonly ExportRow[]): Promise<ArchiveExport[]> {
  const names = await adminNames(ctx, [...new Set(rows.map((row) => row.startedBy))]);
  return rows.map((row) => ({
    id: row.id,
    state: row.state as ArchiveExport['state'],
    path: row.path,
    rows: row.rows,
    ofRows: row.ofRows,
    pictures: row.pictures,
    ofPictures: row.ofPictures,
    bytes: row.bytes,
    failure: row.failure,
    by: names.get(row.startedBy) ?? '',
    createdAt: wireTime(row.createdAt),
    endedAt: wireTimeOrNull(row.endedAt),
    removedAt: row.state === 'done' && row.endedAt !== null ? removalOf(ctx, row.endedAt) : null,
  }));
}

async function toExport(ctx: Context, row: ExportRow): Promise<ArchiveExport> {
  const [shown] = await toExports(ctx, [row]);
  if (shown === undefined) throw new Error('An export was not converted.');
  return shown;
}

function removalOf({ config }: Context, endedAt: string): string {
  return instantToWire(readDatabaseTime(endedAt).add({ hours: KEPT_HOURS }), config.BUSINESS_TZ);
}

/** Bytes of a part: a process holds one or two of them, and an object store takes it within seconds. */
const PART_BYTES = 8 * 1024 * 1024;

/** The key of a part in the file store. */
function keyOf(id: string, part: number): string {
  return `exports/${id}/${String(part).padStart(6, '0')}.part`;
}

/**
 * Stores a file in parts, because the file store takes only what fits into memory.
 * @param onPart called before each part is stored, with its number from 1; what it throws ends the writing
 */
export async function storeParts(
  store: FileStore,
  id: string,
  file: AsyncIterable<Buffer>,
  onPart: (part: number) => Promise<void>,
): Promise<void> {
  let chunks: Buffer[] = [];
  let size = 0;
  let part = 0;
  const storeChunks = async () => {
    part += 1;
    await onPart(part);
    await store.put(keyOf(id, part), { bytes: Buffer.concat(chunks), type: 'application/octet-stream' });
    chunks = [];
    size = 0;
  };
  for await (const chunk of file) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= PART_BYTES) await storeChunks();
  }
  if (size > 0) await storeChunks();
}

/** @throws if a part is missing: the download ends there, incomplete */
async function* readParts(store: FileStore, id: string, parts: number): AsyncGenerator<Uint8Array> {
  for (let part = 1; part <= parts; part += 1) {
    const bytes = await store.get(keyOf(id, part));
    if (bytes === null) throw new Error(`Part ${part} of export ${id} is missing.`);
    yield bytes;
  }
}

/** Deletes the parts of an export, whether they exist or not. */
export async function removeParts({ db, providers }: Context, id: string, parts: number): Promise<void> {
  for (let part = 1; part <= parts; part += 1) await providers.files.remove(keyOf(id, part));
  await db.updateTable('archive_export').set({ parts: 0 }).where('id', '=', id).execute();
}

const ONE_AT_A_TIME = { archive_export_one_at_a_time: refuse('export_running') };

/** Queues an export of everything, unless one is running. */
export async function startExport(
  ctx: ContextOf<'admin'>,
): Promise<ArchiveExport | Refusal<'export_running' | 'unavailable'>> {
  const started = await inTransaction(
    ctx,
    async (tx) => {
      const row = await tx.db
        .insertInto('archive_export')
        .values({
          id: tx.newID(),
          state: 'waiting',
          startedBy: tx.actor.id,
          createdAt: tx.clock.now().toString(),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(tx, { action: 'archive.export-started', subject: { kind: 'archive', id: row.id } });
      await tx.outbox.publish(tx, 'write-archive', { id: row.id });
      return saveIdempotentReply(tx, await toExport(tx, row));
    },
    ONE_AT_A_TIME,
  );
  return isRefusal(started) && started.refusal === 'export_running' ? refuseRunning(ctx) : started;
}

/** Says whose export is running. */
async function refuseRunning(ctx: ContextOf<'admin'>): Promise<Refusal<'export_running'>> {
  const { items } = await listExports(ctx);
  const running = items.find(({ state }) => state === 'waiting' || state === 'running');
  if (running === undefined || running.by === '') return refuse('export_running');
  const detail = `${running.by} has started an export that is still running. Wait until it is done, or cancel it.`;
  return refuse('export_running', { detail });
}

const MAX_SHOWN_EXPORTS = 20;

/** The latest exports, newest first. */
export async function listExports(ctx: Context): Promise<{ items: ArchiveExport[] }> {
  const rows = await ctx.db
    .selectFrom('archive_export')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN_EXPORTS)
    .execute();
  return { items: await toExports(ctx, rows) };
}

/** Cancels an export. Whichever process writes it notices within a second and deletes what it has written. */
export function cancelExport(
  ctx: Context,
  id: string,
): Promise<ArchiveExport | Refusal<'not_found' | 'export_ended' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const row = await tx.db
      .selectFrom('archive_export')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return refuse('not_found');
    if (row.state === 'cancelled') {
      noChange(tx);
      return toExport(tx, row);
    }
    if (row.state !== 'waiting' && row.state !== 'running') return refuse('export_ended');
    const cancelled = await tx.db
      .updateTable('archive_export')
      .set({ state: 'cancelled', endedAt: tx.clock.now().toString() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(tx, { action: 'archive.export-cancelled', subject: { kind: 'archive', id } });
    return toExport(tx, cancelled);
  });
}

/** The file of an export, read part by part while it is sent. */
export async function downloadExport(
  ctx: Context,
  id: string,
): Promise<StreamedFileReply | Refusal<'not_found' | 'export_gone' | 'unavailable'>> {
  const row = await inTransaction(ctx, async (tx) => {
    const found = await tx.db
      .selectFrom('archive_export')
      .select(['state', 'bytes', 'parts', 'createdAt'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (found === undefined) return refuse('not_found');
    if (found.state !== 'done') return refuse('export_gone');
    await audit(tx, { action: 'archive.downloaded', subject: { kind: 'archive', id } });
    return found;
  });
  if (isRefusal(row)) return row;
  return {
    filename: `kemas-${row.createdAt.slice(0, 10)}.zip`,
    length: row.bytes,
    parts: readParts(ctx.providers.files, id, row.parts),
  };
}

/** By the database's clock, as `beat_at` is: a sandbox clock can jump. */
const IS_SILENT = sql<boolean>`beat_at < now() - make_interval(secs => ${SILENT_AFTER_S})`;

/**
 * Cron job: ends exports whose process was killed, and deletes the files that are a day old or belong to no finished
 * export. Each step is idempotent.
 */
export async function purgeExports(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db
    .updateTable('archive_export')
    .set({ state: 'failed', failure: FAILURES.stopped, endedAt: now.toString() })
    .where('state', '=', 'running')
    .where(IS_SILENT)
    .execute();
  await ctx.db
    .updateTable('archive_export')
    .set({ state: 'removed' })
    .where('state', '=', 'done')
    .where('endedAt', '<', now.subtract({ hours: KEPT_HOURS }).toString())
    .execute();
  const removed = await ctx.db
    .selectFrom('archive_export')
    .select(['id', 'parts'])
    .where('parts', '>', 0)
    // The process that wrote a cancelled one deletes its parts itself, unless it is gone.
    .where((row) =>
      row.or([
        row('state', '=', 'removed'),
        row.and([row('state', 'in', ['cancelled', 'failed']), IS_SILENT]),
      ]),
    )
    .execute();
  for (const { id, parts } of removed) await removeParts(ctx, id, parts);
}
