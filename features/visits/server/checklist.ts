import type { z } from 'zod';
import { itemsFor } from '#features/checklists/server/index.ts';
import { changeJob, checklistOf, findVisibleJob } from '#features/jobs/server/index.ts';
import type { JobType } from '#features/packages/rules/package.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { jobChecklist, updateJobChecklist } from '../contract.ts';

type Checklist = z.output<typeof jobChecklist>;

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
  const row = await findVisibleJob(ctx, jobId);
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
    const row = await findVisibleJob(tx, jobId);
    if (isRefusal(row)) return row;
    if (row.status !== 'paid') return refuse('not_paid');
    const crew = row.crew.map((member) => member.id);
    const by = tx.actor.role === 'cleaner' ? tx.actor.id : (ticks.cleanerID ?? null);
    if (by !== null && !crew.includes(by)) return refuse('not_found');
    const known = await saveTicks(tx, jobId, { ticks, by });
    if (!known) return refuseField('checklist', 'This item is not on the list.');
    if (ticks.comment !== undefined) await saveComment(tx, jobId, ticks.comment);
    return readChecklist(tx, jobId);
  });
}

interface Ticking {
  readonly ticks: Ticks;
  readonly by: string | null;
}

/** In id order, so that two cleaners who tick the same items never wait for each other in a ring. */
async function saveTicks(tx: Tx, jobId: string, { ticks, by }: Ticking): Promise<boolean> {
  const wanted = new Map(ticks.checklist.map((tick) => [tick.id.toLowerCase(), tick.done]));
  if (wanted.size === 0) return true;
  const items = await tx.db
    .selectFrom('job_checklist_item')
    .select(['item_id', 'done_at'])
    .where('job_id', '=', jobId)
    .where('item_id', 'in', [...wanted.keys()])
    .orderBy('item_id')
    .forUpdate()
    .execute();
  if (items.length < wanted.size) return false;
  const changed = items.filter((item) => wanted.get(item.item_id) !== (item.done_at !== null));
  const now = tx.clock.now().toString();
  for (const done of [true, false]) {
    const ids = changed.map((item) => item.item_id).filter((id) => wanted.get(id) === done);
    if (ids.length === 0) continue;
    await tx.db
      .updateTable('job_checklist_item')
      .set(done ? { done_at: now, done_by: by } : { done_at: null, done_by: null })
      .where('job_id', '=', jobId)
      .where('item_id', 'in', ids)
      .execute();
  }
  return true;
}

async function saveComment(tx: Tx, jobId: string, comment: string): Promise<void> {
  await changeJob(tx, jobId, { fields: { checklist_comment: comment } });
}
