import type { z } from 'zod';
import { itemsFor } from '#features/checklists/server/index.ts';
import { wireTimeOrNull } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { checklistLine, JobType, jobChecklist } from '../../contract/shapes.ts';
import type { updateJobChecklist } from '../../contract/visits.ts';
import { findJobInSight } from '../lists/own-jobs.ts';

type Line = z.output<typeof checklistLine>;
type Checklist = z.output<typeof jobChecklist>;

/** A job's list as it was frozen, in its order. Empty until the job is paid. */
export async function checklistOf(ctx: Context, jobId: string): Promise<Line[]> {
  const rows = await ctx.db
    .selectFrom('job_checklist_item')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('position')
    .orderBy('item_id')
    .execute();
  return rows.map((row) => ({
    id: row.item_id,
    english: row.english,
    chinese: row.chinese,
    category: row.category,
    position: row.position,
    done: row.done_at !== null,
    doneBy: row.done_by,
    doneAt: wireTimeOrNull(row.done_at),
  }));
}

/** Freezes the list of the job's type as it stands now. Doing it twice changes nothing. */
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
  const row = await findJobInSight(ctx, jobId);
  if (isRefusal(row)) return row;
  return { id: jobId, checklist: await checklistOf(ctx, jobId), comment: row.checklist_comment };
}

type Ticks = z.output<typeof updateJobChecklist.body>;

/**
 * Ticks or clears the items that were sent, and only those: two cleaners at once lose nothing. Ticking again what
 * is ticked keeps who did it first.
 */
export async function tickChecklist(
  ctx: Context,
  jobId: string,
  ticks: Ticks,
): Promise<Checklist | Refusal<'not_found' | 'not_paid' | 'invalid' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const row = await findJobInSight(tx, jobId);
    if (isRefusal(row)) return row;
    if (row.status !== 'paid') return refuse('not_paid');
    const crew = row.crew.map((member) => member.id);
    const by = tx.actor.role === 'cleaner' ? tx.actor.id : (ticks.cleanerID ?? null);
    if (by !== null && !crew.includes(by)) return refuse('not_found');
    const known = await saveTicks(tx, jobId, { ticks, by });
    if (!known)
      return refuse('invalid', { errors: [{ path: 'checklist', message: 'This item is not on the list.' }] });
    if (ticks.comment !== undefined) await saveComment(tx, jobId, ticks.comment);
    return readChecklist(tx, jobId);
  });
}

/** In id order, so that two cleaners who tick the same items never wait for each other in a ring. */
async function saveTicks(
  tx: Tx,
  jobId: string,
  change: { ticks: Ticks; by: string | null },
): Promise<boolean> {
  const last = new Map(change.ticks.checklist.map((tick) => [tick.id, tick.done]));
  const now = tx.clock.now().toString();
  for (const id of [...last.keys()].sort()) {
    const done = last.get(id) === true;
    const item = await tx.db
      .selectFrom('job_checklist_item')
      .select('done_at')
      .where('job_id', '=', jobId)
      .where('item_id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (item === undefined) return false;
    if (done === (item.done_at !== null)) continue;
    await tx.db
      .updateTable('job_checklist_item')
      .set(done ? { done_at: now, done_by: change.by } : { done_at: null, done_by: null })
      .where('job_id', '=', jobId)
      .where('item_id', '=', id)
      .execute();
  }
  return true;
}

async function saveComment(tx: Tx, jobId: string, comment: string): Promise<void> {
  await tx.db.updateTable('job').set({ checklist_comment: comment }).where('id', '=', jobId).execute();
}
