import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { DispatchPlan } from '../contract.ts';
import { ACCEPTING, changeCrews, type Direction, UNDOING, type VisitChange } from './change-crews.ts';
import { findPlan, findPlannedVisits, getPlan, type PlannedVisitRow } from './plan-record.ts';

type NotAccepted = Refusal<'not_found' | 'plan_not_ready' | 'plan_not_acceptable' | 'unavailable'>;

/** Changes the crews of all visits of a plan, or of some. Visits that were refused or undone are tried again. */
export async function acceptPlan(
  ctx: Context,
  id: string,
  jobIds?: readonly string[],
): Promise<DispatchPlan | NotAccepted> {
  const plan = await findPlan(ctx, id);
  if (plan === null) return refuse('not_found');
  if (plan.kind === 'extra-cleaner') return refuse('plan_not_acceptable');
  if (plan.summary === null) return refuse('plan_not_ready');
  const visits = (await findOpen(ctx, id, ACCEPTING)).filter(
    (visit) => jobIds === undefined || jobIds.includes(visit.job_id),
  );
  const changes = visits.flatMap(changeOf);
  const noted = await note(ctx, 'dispatch-plan.accepted', { id, changes });
  if (isRefusal(noted)) return noted;
  await changeCrews(ctx, id, changes, ACCEPTING);
  return getPlan(ctx, id);
}

/** Gives the accepted visits of a plan the crews that they had. */
export async function undoPlan(
  ctx: Context,
  id: string,
): Promise<DispatchPlan | Refusal<'not_found' | 'unavailable'>> {
  const plan = await findPlan(ctx, id);
  if (plan === null) return refuse('not_found');
  const visits = await findOpen(ctx, id, UNDOING);
  const changes = visits
    .flatMap(changeOf)
    .map((change) => ({ ...change, before: change.after, after: change.before }));
  const noted = await note(ctx, 'dispatch-plan.undone', { id, changes });
  if (isRefusal(noted)) return noted;
  await changeCrews(ctx, id, changes, UNDOING);
  return getPlan(ctx, id);
}

async function findOpen(ctx: Context, id: string, { from }: Direction): Promise<PlannedVisitRow[]> {
  const visits = await findPlannedVisits(ctx, id);
  return visits.filter(({ outcome }) => from.some((one) => one === outcome));
}

function changeOf({ job_id, starts_at, crew_before, crew_after }: PlannedVisitRow): VisitChange[] {
  if (crew_after === null) return [];
  return [{ jobId: job_id, startsAt: starts_at, before: crew_before, after: crew_after }];
}

/** Who decided about which visits of a plan. The changes of the jobs have entries of their own. */
function note(
  ctx: Context,
  action: string,
  { id, changes }: { readonly id: string; readonly changes: readonly VisitChange[] },
): Promise<null | Refusal<'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const after = { visits: changes.map(({ jobId }) => jobId) };
    if (changes.length === 0) noChange(tx);
    else await audit(tx, { action, subject: { kind: 'dispatch-plan', id }, after });
    return null;
  });
}
