import type { z } from 'zod';
import { itemsFor } from '#features/catalogue/checklists/server/index.ts';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import { changeJob, checklistOf, findVisibleJob } from '#features/work/jobs/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { ownIdFor } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { jobChecklist, updateJobChecklist } from '../contract.ts';
import { happenedAt } from '../rules/happened-at.ts';
import { applyTicks, type Line, type Tick } from '../rules/merge-ticks.ts';
import { tickChecklist as tickAction } from '../rules/policy.ts';
import { IN_THE_FUTURE, readSentTime } from './sent-time.ts';

type Checklist = z.output<typeof jobChecklist>;

/** Freezes the current checklist of the job's type. Idempotent. */
export async function freezeChecklist(
  tx: Tx,
  job: { readonly id: string; readonly job_type: JobType },
): Promise<void> {
  const items = await itemsFor(tx, job.job_type);
  if (items.length === 0) return;
  await tx.db
    .insertInto('job_checklist_item')
    .values(
      items.map((item, i) => ({
        job_id: job.id,
        item_id: item.id,
        english: item.english,
        chinese: item.chinese,
        category: item.category,
        position: i + 1,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function readChecklist(ctx: Context, jobId: string): Promise<Checklist | Refusal<'not_found'>> {
  const row = await findVisibleJob(ctx, jobId);
  if (isRefusal(row)) return row;
  return { id: jobId, checklist: await checklistOf(ctx, jobId), comment: row.checklist_comment };
}

type Ticks = z.output<typeof updateJobChecklist.body>;
type NotTicked = Refusal<'not_found' | 'not_paid' | 'not_changeable' | 'invalid' | 'unavailable'>;

/**
 * Ticks or clears only the items sent. The latest time per item wins, so that concurrent cleaners lose nothing, even if
 * one of them was offline and sends later.
 */
export async function tickChecklist(
  ctx: Context,
  jobId: string,
  ticks: Ticks,
): Promise<Checklist | NotTicked> {
  return inTransaction(ctx, async (tx) => {
    const row = await findVisibleJob(tx, jobId);
    if (isRefusal(row)) return row;
    if (!goesAhead(row.status)) return refuse('not_paid');
    if (row.trashed_at !== null) return refuse('not_changeable');
    const crew = row.crew.map((member) => member.id);
    const by = ownIdFor(tx.actor, tickAction) ?? ticks.cleanerID ?? null;
    if (by !== null && !crew.includes(by)) return refuse('not_found');
    const saved = await saveTicks(tx, jobId, { ticks: ticks.checklist, by });
    if (isRefusal(saved)) return saved;
    if (ticks.comment !== undefined) await saveComment(tx, jobId, ticks.comment);
    else if (ticks.checklist.length === 0) noChange(tx);
    const reply = await readChecklist(tx, jobId);
    return isRefusal(reply) ? reply : saveIdempotentReply(tx, reply);
  });
}

interface Ticking {
  readonly ticks: Ticks['checklist'];
  readonly by: string | null;
}

async function saveTicks(
  tx: Tx,
  jobId: string,
  { ticks, by }: Ticking,
): Promise<undefined | Refusal<'invalid'>> {
  const ids = new Set(ticks.map((tick) => tick.id));
  if (ids.size === 0) return undefined;
  const lines = await lockLines(tx, jobId, [...ids]);
  if (lines.length < ids.size) return refuseField('checklist', 'This item is not on the checklist.');
  const timed = timedTicks(tx, ticks);
  if (isRefusal(timed)) return timed;
  const changed = applyTicks(lines, timed, by);
  for (const line of changed) await saveLine(tx, jobId, line);
  await auditTicks(tx, jobId, { before: lines, changed });
  return undefined;
}

interface TickedLines {
  readonly before: readonly Line[];
  readonly changed: readonly Line[];
}

/** Only what the office ticks: for cleaners, the lines themselves say who did what and when. */
async function auditTicks(tx: Tx, jobId: string, { before, changed }: TickedLines): Promise<void> {
  if (changed.length === 0) return noChange(tx);
  if (ownIdFor(tx.actor, tickAction) !== null) return;
  const ids = changed.map(({ id }) => id);
  const doneIn = (lines: readonly Line[]) =>
    lines.filter(({ id, doneAt }) => doneAt !== null && ids.includes(id)).map(({ id }) => id);
  await audit(tx, {
    action: 'job.checklist-ticked',
    subject: { kind: 'job', id: jobId },
    before: { done: doneIn(before) },
    after: { done: doneIn(changed) },
  });
}

/** In id order, to avoid deadlocks between cleaners who tick the same items. */
async function lockLines(tx: Tx, jobId: string, ids: readonly string[]): Promise<Line[]> {
  const rows = await tx.db
    .selectFrom('job_checklist_item')
    .select(['item_id', 'marked_at', 'done_at', 'done_by'])
    .where('job_id', '=', jobId)
    .where('item_id', 'in', [...ids])
    .orderBy('item_id')
    .forUpdate()
    .execute();
  return rows.map((row) => ({
    id: row.item_id,
    markedAt: row.marked_at === null ? null : readDatabaseTime(row.marked_at),
    doneAt: row.done_at === null ? null : readDatabaseTime(row.done_at),
    doneBy: row.done_by,
  }));
}

/**
 * The ticks with their times. "Now" is read under the lock, so that of two concurrent requests the one that waited is
 * later.
 */
function timedTicks(tx: Tx, ticks: Ticks['checklist']): Tick[] | Refusal<'invalid'> {
  const now = tx.clock.now();
  const timed: Tick[] = [];
  for (const [i, { id, done, at: sent }] of ticks.entries()) {
    const at = happenedAt(readSentTime(tx, sent), now);
    if (at === null) return refuseField(`checklist.${i}.at`, IN_THE_FUTURE);
    timed.push({ id, done, at });
  }
  return timed;
}

async function saveLine(tx: Tx, jobId: string, line: Line): Promise<void> {
  await tx.db
    .updateTable('job_checklist_item')
    .set({
      marked_at: line.markedAt?.toString() ?? null,
      done_at: line.doneAt?.toString() ?? null,
      done_by: line.doneBy,
    })
    .where('job_id', '=', jobId)
    .where('item_id', '=', line.id)
    .execute();
}

async function saveComment(tx: Tx, jobId: string, comment: string): Promise<void> {
  await changeJob(tx, jobId, { fields: { checklist_comment: comment } });
}
