import { idOf } from '#platform/kernel/actor.ts';
import { may } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { seeHistory } from '../rules/policy.ts';
import type { JobRow } from './job-rows.ts';
import { namesOf } from './list-history.ts';

/** Refuses a change to a job that has changed since the user saw it; the office is told who changed it. */
export async function refuseChanged(ctx: Context, job: JobRow): Promise<Refusal<'visit_changed'>> {
  if (!may(ctx.actor, seeHistory)) return refuse('visit_changed');
  const last = await ctx.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('subject_kind', '=', 'job')
    .where('subject_id', '=', job.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return refuse('visit_changed');
  const name = (await namesOf(ctx, job, [last])).get(last.actor_id ?? '');
  if (name === undefined) return refuse('visit_changed');
  const who = idOf(ctx.actor) === last.actor_id ? 'You have' : `${name} has`;
  return refuse('visit_changed', {
    detail: `${who} just changed this visit. Nothing was saved. Check it, then try again.`,
  });
}
