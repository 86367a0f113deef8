import { findOfficeRole } from '#features/people/accounts/server/index.ts';
import { cancelJob } from '#features/work/jobs/server/index.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context, ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { findCover, findCoverVisits, lockCoverVisit, saveCoverVisit } from './cover-record.ts';
import { sentenceOf } from './cover-visit.ts';

/** The task: cancels the visits that were to be cancelled, once it can no longer be undone. */
export async function finishCover(ctx: Context, { coverId }: { readonly coverId: string }): Promise<void> {
  const cover = await findCover(ctx, coverId);
  if (cover === undefined || cover.undone_at !== null) return;
  const admin = await asAdmin(ctx, cover.created_by);
  for (const { id, choice } of await findCoverVisits(ctx, coverId)) {
    if (choice.kind !== 'cancel') continue;
    if (admin === null) await saveCoverVisit(ctx, id, { state: 'failed', detail: NO_ADMIN });
    else await cancelVisit(admin, id);
  }
}

const NO_ADMIN = 'The account of the person who cancelled it no longer exists. Cancel it again.';

/** A context that acts for the person who decided it; null if they no longer have an account. */
export async function asAdmin(ctx: Context, id: string): Promise<ContextOf<'admin'> | null> {
  const officeRole = await findOfficeRole(ctx, id);
  if (officeRole === null) return null;
  return { ...ctx, actor: { role: 'admin', id, sessionId: '', officeRole } };
}

async function cancelVisit(admin: ContextOf<'admin'>, id: string): Promise<void> {
  const done = await inTransaction(admin, async (tx) => {
    const visit = await lockCoverVisit(tx, id);
    if (visit?.state !== 'waiting') return null;
    const reason = 'Nobody could come.';
    const cancelled = await cancelJob(tx, visit.jobId, { reason, onBehalfOf: 'company' });
    if (isRefusal(cancelled)) return cancelled;
    await saveCoverVisit(tx, id, { state: 'done' });
    return null;
  });
  if (isRefusal(done)) await saveCoverVisit(admin, id, { state: 'failed', detail: sentenceOf(done) });
}
