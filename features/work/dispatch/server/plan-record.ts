import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { DispatchPlanVisit, DispatchPlan as PlanTable } from '#database/generated.ts';
import { adminNames } from '#features/people/accounts/server/index.ts';
import { cleanerCards } from '#features/people/cleaners/server/index.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { listPlans as call, DispatchPlan, PlanHead } from '../contract.ts';
import type { DayTotals } from '../rules/proposal.ts';

type PlansReply = z.output<typeof call.reply>;
export type PlanRow = Selectable<PlanTable>;
export type PlannedVisitRow = Selectable<DispatchPlanVisit>;

/** What is stored of a proposed visit besides its columns. */
export interface VisitDetails {
  readonly savedMinutes: number;
  /** Ids of new members whom the customer knows. */
  readonly familiar: readonly string[];
  readonly obstacles: readonly { readonly cleanerID: string; readonly reason: string }[];
  /** In `extra-cleaner`: the position of the additional cleaner, from 0. */
  readonly extraPosition: number | null;
}

export interface Summary {
  readonly before: DayTotals;
  readonly after: DayTotals;
}

export async function findPlan(ctx: Context, id: string): Promise<PlanRow | null> {
  const row = await ctx.db.selectFrom('dispatch_plan').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function findPlannedVisits(ctx: Context, planId: string): Promise<PlannedVisitRow[]> {
  return ctx.db
    .selectFrom('dispatch_plan_visit')
    .selectAll()
    .where('plan_id', '=', planId)
    .orderBy('starts_at')
    .orderBy('job_id')
    .execute();
}

export async function getPlan(ctx: Context, id: string): Promise<DispatchPlan | Refusal<'not_found'>> {
  const row = await findPlan(ctx, id);
  if (row === null) return refuse('not_found');
  return toPlan(ctx, row, await findPlannedVisits(ctx, id));
}

/** The latest plan of a day that is calculated, and the one that is being calculated, of whatever day. */
export async function listPlans(ctx: Context, day: string): Promise<PlansReply> {
  const running = await ctx.db
    .selectFrom('dispatch_plan')
    .selectAll()
    .where('state', '=', 'running')
    .executeTakeFirst();
  const latest = await ctx.db
    .selectFrom('dispatch_plan')
    .selectAll()
    .where('day', '=', day)
    .where('state', '!=', 'running')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    latest: latest === undefined ? null : await toHead(ctx, latest),
    running: running === undefined ? null : await toHead(ctx, running),
  };
}

async function toHead(ctx: Context, row: PlanRow): Promise<PlanHead> {
  const { id, day, kind, cleaner_id, state, progress, created_by, created_at } = row;
  const [away] = cleaner_id === null ? [] : await cleanerCards(ctx, [cleaner_id]);
  const admins = await adminNames(ctx, [created_by]);
  return {
    id,
    day,
    kind: kind as PlanHead['kind'],
    away: cleaner_id === null ? null : { id: cleaner_id, fullname: away?.fullname ?? '' },
    state: state as PlanHead['state'],
    progress,
    startedBy: { id: created_by, fullname: admins.get(created_by) ?? '' },
    createdAt: wireTime(created_at),
  };
}

async function toPlan(ctx: Context, row: PlanRow, visits: readonly PlannedVisitRow[]): Promise<DispatchPlan> {
  const details = visits.map((visit) => visit.details as VisitDetails);
  const ids = visits.flatMap((visit, i) => [
    ...visit.crew_before,
    ...(visit.crew_after ?? []),
    ...(details[i]?.obstacles ?? []).map(({ cleanerID }) => cleanerID),
  ]);
  const names = new Map((await cleanerCards(ctx, [...new Set(ids)])).map((card) => [card.id, card.fullname]));
  const member = (id: string) => ({ id, fullname: names.get(id) ?? '' });
  return {
    ...(await toHead(ctx, row)),
    summary: row.summary as Summary | null,
    visits: visits.map((visit, i) => {
      const { savedMinutes, familiar, obstacles, extraPosition } = details[i] as VisitDetails;
      const after = visit.crew_after?.map(member) ?? null;
      return {
        jobID: visit.job_id,
        startTime: wireTime(visit.starts_at),
        before: visit.crew_before.map(member),
        after: after && withExtra(after, extraPosition),
        group: visit.change_group,
        savedMinutes,
        familiar: [...familiar],
        obstacles: obstacles.map(({ cleanerID, reason }) => ({ cleaner: member(cleanerID), reason })),
        outcome: visit.outcome as DispatchPlan['visits'][number]['outcome'],
        reason: visit.reason,
      };
    }),
  };
}

type Member = { readonly id: string | null; readonly fullname: string };

function withExtra(members: readonly Member[], position: number | null): Member[] {
  return position === null
    ? [...members]
    : members.toSpliced(position, 0, { id: null, fullname: 'One more cleaner' });
}
