import { findOfficeRole } from '#features/people/accounts/server/index.ts';
import { cancelJob, lockJob } from '#features/work/jobs/server/index.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context, ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import {
  type CoverVisitRow,
  findCover,
  findCoverVisits,
  lockCoverVisit,
  saveCoverVisit,
} from './cover-record.ts';
import { sentenceOf } from './cover-visit.ts';

/** The task: cancels the visits that were to be cancelled, once it can no longer be undone. */
export async function finishCover(ctx: Context, { coverId }: { readonly coverId: string }): Promise<void> {
  const cover = await findCover(ctx, coverId);
  if (cover === undefined || cover.undone_at !== null) return;
  const admin = await asAdmin(ctx, cover.created_by);
  for (const visit of await findCoverVisits(ctx, coverId)) {
    if (visit.choice.kind !== 'cancel') continue;
    if (admin === null) await saveCoverVisit(ctx, visit.id, { state: 'failed', detail: NO_ADMIN });
    else await cancelVisit(admin, visit);
  }
}

const NO_ADMIN = 'The account of the person who cancelled it no longer exists. Cancel it again.';

/** A context that acts for the person who decided it; null if they no longer have an account. */
async function asAdmin(ctx: Context, id: string): Promise<ContextOf<'admin'> | null> {
  const officeRole = await findOfficeRole(ctx, id);
  if (officeRole === null) return null;
  return { ...ctx, actor: { role: 'admin', id, sessionId: '', officeRole } };
}

async function cancelVisit(
  admin: ContextOf<'admin'>,
  { id, jobId }: Pick<CoverVisitRow, 'id' | 'jobId'>,
): Promise<void> {
  const done = await inTransaction(admin, async (tx) => {
    await lockJob(tx, jobId);
    const visit = await lockCoverVisit(tx, id);
    if (visit?.state !== 'waiting') return null;
    await saveCoverVisit(tx, id, { state: 'done' });
    const reason = 'Nobody could come.';
    const cancelled = await cancelJob(tx, jobId, { reason, onBehalfOf: 'company' });
    if (isRefusal(cancelled)) return cancelled;
    return null;
  });
  if (isRefusal(done)) await saveCoverVisit(admin, id, { state: 'failed', detail: sentenceOf(done) });
}
