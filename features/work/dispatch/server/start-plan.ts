import type { z } from 'zod';
import { cleanerExists } from '#features/people/cleaners/server/index.ts';
import { readDay } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { startPlan as call, DispatchPlan } from '../contract.ts';
import { MAX_CLEANERS, MAX_VISITS, problemOfDay } from '../rules/day-problem.ts';
import type { Problem } from '../rules/problem.ts';
import { type LoadedDay, loadDay } from './load-day.ts';
import { getPlan } from './plan-record.ts';
import { runSearch } from './run-search.ts';
import { saveFailure, saveProposal } from './save-proposal.ts';

type Body = z.output<typeof call.body>;
type NotStarted = Refusal<
  'invalid' | 'not_found' | 'plan_running' | 'too_many_to_plan' | 'nothing_to_plan' | 'unavailable'
>;

/** Starts to plan a day. The search goes on after the reply, in a thread of this process. */
export async function startPlan(ctx: ContextOf<'admin'>, body: Body): Promise<DispatchPlan | NotStarted> {
  const day = readDay(body.day);
  if (day === null) return refuseField('day', 'Enter the day as YYYY-MM-DD.');
  const away = await awayCleaner(ctx, body);
  if (isRefusal(away)) return away;
  const loaded = await loadDay(ctx, { day, kind: body.kind, ...(away !== null && { awayId: away }) });
  if (loaded.day.visits.length > MAX_VISITS || loaded.day.diaries.length > MAX_CLEANERS) {
    return refuse('too_many_to_plan');
  }
  const problem = problemOfDay(loaded.day);
  if (problem.visits.every(({ isFrozen }) => isFrozen)) return nothingToPlan(body);
  const id = await savePlan(ctx, body);
  if (isRefusal(id)) return id;
  void search(ctx, { id, loaded, problem, seconds: body.seconds });
  return getPlan(ctx, id);
}

function nothingToPlan({ kind }: Body): Refusal<'nothing_to_plan'> {
  const detail = 'Every visit of this day has its crew.';
  return refuse('nothing_to_plan', kind === 'fill' ? { detail } : {});
}

/** Null if nobody is away. */
async function awayCleaner(
  ctx: Context,
  { kind, cleanerID }: Body,
): Promise<string | null | Refusal<'invalid'>> {
  if (kind !== 'cleaner-away') {
    return cleanerID === undefined
      ? null
      : refuseField('cleanerID', 'Leave this out: only a plan for a cleaner who is away names one.');
  }
  if (cleanerID === undefined) return refuseField('cleanerID', 'Choose the cleaner who is away.');
  return (await cleanerExists(ctx, cleanerID))
    ? cleanerID
    : refuseField('cleanerID', 'We could not find this cleaner. Choose another.');
}

function savePlan(ctx: ContextOf<'admin'>, { day, kind, cleanerID }: Body) {
  return inTransaction(
    ctx,
    async (tx) => {
      const id = tx.newId();
      const now = tx.clock.now().toString();
      const row = { id, day, kind, cleaner_id: cleanerID ?? null, state: 'running' };
      await tx.db
        .insertInto('dispatch_plan')
        .values({ ...row, created_by: tx.actor.id, created_at: now, updated_at: now })
        .execute();
      await audit(tx, {
        action: 'dispatch-plan.started',
        subject: { kind: 'dispatch-plan', id },
        after: { day, kind, ...(cleanerID !== undefined && { cleanerID }) },
      });
      return id;
    },
    { dispatch_plan_one_running: refuse('plan_running') },
  );
}

interface Search {
  readonly id: string;
  readonly loaded: LoadedDay;
  readonly problem: Problem;
  readonly seconds: number;
}

/** Never rejects: whatever happens is written to the plan. */
async function search(ctx: Context, { id, loaded, problem, seconds }: Search): Promise<void> {
  try {
    const running = runSearch(problem, {
      seeds: [1],
      seconds,
      onProgress: (progress) => void report(ctx, { id, progress }).then((goesOn) => goesOn || running.stop()),
    });
    await saveProposal(ctx, { id, loaded, problem, found: await running.found });
  } catch (error) {
    ctx.log.error({ err: error, plan: id }, 'planning failed');
    await saveFailure(ctx, id);
  }
}

/** Writes the progress; false if the search is to stop. It goes on if the database cannot be reached for a moment. */
async function report(ctx: Context, { id, progress }: { id: string; progress: number }): Promise<boolean> {
  try {
    const row = await ctx.db
      .updateTable('dispatch_plan')
      .set({ progress, updated_at: ctx.clock.now().toString() })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .returning('stop_requested')
      .executeTakeFirst();
    return row?.stop_requested === false;
  } catch (error) {
    ctx.log.warn({ err: error, plan: id }, 'could not write the progress of a plan');
    return true;
  }
}
