import type { z } from 'zod';
import { itemsFor } from '#features/catalogue/checklists/server/index.ts';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import { changeJob, checklistOf, findVisibleJob } from '#features/work/jobs/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { ownIDFor } from '#platform/kernel/policy.ts';
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
  job: { readonly id: string; readonly jobType: JobType },
): Promise<void> {
  const items = await itemsFor(tx, job.jobType);
  if (items.length === 0) return;
  await tx.db
    .insertInto('job_checklist_item')
    .values(
      items.map((item, i) => ({
        jobID: job.id,
        itemID: item.id,
        english: item.english,
        chinese: item.chinese,
        category: item.category,
        position: i + 1,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function readChecklist(ctx: Context, jobID: string): Promise<Checklist | Refusal<'not_found'>> {
  const row = await findVisibleJob(ctx, jobID);
  if (isRefusal(row)) return row;
  return { id: jobID, checklist: await checklistOf(ctx, jobID), comment: row.checklistComment };
}

type Ticks = z.output<typeof updateJobChecklist.body>;
type NotTicked = Refusal<'not_found' | 'not_paid' | 'not_changeable' | 'invalid' | 'unavailable'>;

/**
 * Ticks or clears only the items sent. The latest time per item wins, so that concurrent cleaners lose nothing, even if
 * one of them was offline and sends later.
 */
export async function tickChecklist(
  ctx: Context,
  jobID: string,
  ticks: Ticks,
): Promise<Checklist | NotTicked> {
  return inTransaction(ctx, async (tx) => {
    const row = await findVisibleJob(tx, jobID);
    if (isRefusal(row)) return row;
    if (!goesAhead(row.status)) return refuse('not_paid');
    if (row.trashedAt !== null) return refuse('not_changeable');
    const crew = row.crew.map((member) => member.id);
    const by = ownIDFor(tx.actor, tickAction) ?? ticks.cleanerID ?? null;
    if (by !== null && !crew.includes(by)) return refuse('not_found');
    const saved = await saveTicks(tx, jobID, { ticks: ticks.checklist, by });
    if (isRefusal(saved)) return saved;
    if (ticks.comment !== undefined) await saveComment(tx, jobID, ticks.comment);
    else if (ticks.checklist.length === 0) noChange(tx);
    const reply = await readChecklist(tx, jobID);
    return isRefusal(reply) ? reply : saveIdempotentReply(tx, reply);
  });
}

interface Ticking {
  readonly ticks: Ticks['checklist'];
  readonly by: string | null;
}

async function saveTicks(
  tx: Tx,
  jobID: string,
  { ticks, by }: Ticking,
): Promise<undefined | Refusal<'invalid'>> {
  const ids = new Set(ticks.map((tick) => tick.id));
  if (ids.size === 0) return undefined;
  const lines = await lockLines(tx, jobID, [...ids]);
  if (lines.length < ids.size) return refuseField('checklist', 'This item is not on the checklist.');
  const timed = timedTicks(tx, ticks);
  if (isRefusal(timed)) return timed;
  const changed = applyTicks(lines, timed, by);
  for (const line of changed) await saveLine(tx, jobID, line);
  await auditTicks(tx, jobID, { before: lines, changed });
  return undefined;
}

interface TickedLines {
  readonly before: readonly Line[];
  readonly changed: readonly Line[];
}

/** Only what the office ticks: for cleaners, the lines themselves say who did what and when. */
async function auditTicks(tx: Tx, jobID: string, { before, changed }: TickedLines): Promise<void> {
  if (changed.length === 0) return noChange(tx);
  if (ownIDFor(tx.actor, tickAction) !== null) return;
  const ids = changed.map(({ id }) => id);
  const doneIn = (lines: readonly Line[]) =>
    lines.filter(({ id, doneAt }) => doneAt !== null && ids.includes(id)).map(({ id }) => id);
  await audit(tx, {
    action: 'job.checklist-ticked',
    subject: { kind: 'job', id: jobID },
    before: { done: doneIn(before) },
    after: { done: doneIn(changed) },
  });
}

/** In id order, to avoid deadlocks between cleaners who tick the same items. */
async function lockLines(tx: Tx, jobID: string, ids: readonly string[]): Promise<Line[]> {
  const rows = await tx.db
    .selectFrom('job_checklist_item')
    .select(['itemID', 'markedAt', 'doneAt', 'doneBy'])
    .where('jobID', '=', jobID)
    .where('itemID', 'in', [...ids])
    .orderBy('itemID')
    .forUpdate()
    .execute();
  return rows.map((row) => ({
    id: row.itemID,
    markedAt: row.markedAt === null ? null : readDatabaseTime(row.markedAt),
    doneAt: row.doneAt === null ? null : readDatabaseTime(row.doneAt),
    doneBy: row.doneBy,
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

async function saveLine(tx: Tx, jobID: string, line: Line): Promise<void> {
  await tx.db
    .updateTable('job_checklist_item')
    .set({
      markedAt: line.markedAt?.toString() ?? null,
      doneAt: line.doneAt?.toString() ?? null,
      doneBy: line.doneBy,
    })
    .where('jobID', '=', jobID)
    .where('itemID', '=', line.id)
    .execute();
}

async function saveComment(tx: Tx, jobID: string, comment: string): Promise<void> {
  await changeJob(tx, jobID, { fields: { checklistComment: comment } });
}
