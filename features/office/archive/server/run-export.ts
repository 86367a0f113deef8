import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Updateable } from 'kysely';
import type { ArchiveExport } from '#database/generated.ts';
import type { Context, Services } from '#platform/server/context.ts';
import { FAILURES } from '../rules/file-lifetime.ts';
import { removeParts, storeParts } from './exports.ts';
import { type ExportProgress, writeArchive } from './write-archive.ts';

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    'write-archive': { readonly id: string };
  }
}

/** How often progress is saved, and how soon a cancellation is noticed. */
const BEAT_MS = 1000;

/** An export that this process writes. */
interface Running {
  readonly ctx: Context;
  readonly id: string;
  readonly stop: AbortController;
  progress: ExportProgress | null;
  bytes: number;
  parts: number;
}

/** The process stops. */
class ProcessStops extends Error {}

/** The exports that this process writes. */
const writing = new Map<Running, Promise<void>>();

/** Ends the exports of a process that stops. Their owners are shown why, and start them again. */
export async function stopExports({ db }: Services): Promise<void> {
  const own = [...writing].filter(([running]) => running.ctx.db === db);
  for (const [running] of own) running.stop.abort(new ProcessStops());
  await Promise.all(own.map(([, written]) => written));
}

/** The export was cancelled, or taken for dead. */
class ExportEnded extends Error {}

/**
 * Task: starts to write an export. A task may take two minutes and an export takes longer, so it goes on in this process
 * after the task. If the process is killed, a cron job notices that it is silent.
 */
export async function runExport(ctx: Context, { id }: { readonly id: string }): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('archive_export')
    .set({ state: 'running', beatAt: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const running: Running = { ctx, id, stop: new AbortController(), progress: null, bytes: 0, parts: 0 };
  writing.set(
    running,
    writeExport(running).finally(() => writing.delete(running)),
  );
}

async function writeExport(running: Running): Promise<void> {
  const { ctx, id, stop } = running;
  const { files: store } = ctx.providers;
  const beating = beat(running);
  try {
    await writeArchive(
      {
        databaseUrl: ctx.databaseUrl,
        businessZone: ctx.config.BUSINESS_TZ,
        store,
        onProgress: (progress) => {
          running.progress = progress;
        },
        signal: stop.signal,
      },
      (zip) =>
        storeParts(store, id, counted(running, zip), async (part) => {
          running.parts = part;
          await save(running);
        }),
    );
    await save(running, { state: 'done', endedAt: ctx.clock.now().toString() });
  } catch (error) {
    await endUnfinished(running, error);
  } finally {
    stop.abort();
    await beating;
  }
}

async function* counted(running: Running, zip: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of zip) {
    running.bytes += chunk.length;
    yield chunk;
  }
}

/** Saves progress until the export ends. */
async function beat(running: Running): Promise<void> {
  const { signal } = running.stop;
  for (;;) {
    await sleep(BEAT_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    await save(running).catch((error: unknown) => running.stop.abort(error));
  }
}

/** @throws ExportEnded */
async function save(
  { ctx, id, progress, bytes, parts }: Running,
  changes: Updateable<ArchiveExport> = {},
): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('archive_export')
    .set({
      ...(progress && {
        path: progress.path,
        rows: progress.rows,
        ofRows: progress.ofRows,
        pictures: progress.pictures,
        ofPictures: progress.ofPictures,
      }),
      bytes,
      parts,
      beatAt: sql`now()`,
      ...changes,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ExportEnded();
}

async function endUnfinished(running: Running, error: unknown): Promise<void> {
  const { ctx, id, stop, parts } = running;
  const isEnded = error instanceof ExportEnded || stop.signal.reason instanceof ExportEnded;
  const isStopped = stop.signal.reason instanceof ProcessStops;
  if (!isEnded && !isStopped) ctx.log.error({ err: error, export: id, wake: true }, 'export failed');
  try {
    if (!isEnded)
      await save(running, {
        state: 'failed',
        failure: isStopped ? FAILURES.stopped : FAILURES.other,
        endedAt: ctx.clock.now().toString(),
      });
    await removeParts(ctx, id, parts);
  } catch (failure) {
    // The cron job does it: by then the database or the file store work again.
    ctx.log.warn({ err: failure, export: id }, 'could not clean up after an export');
  }
}
