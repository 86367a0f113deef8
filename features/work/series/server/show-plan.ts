import { cleanerCards } from '#features/people/cleaners/server/index.ts';
import { jobErrors } from '#features/work/jobs/contract/errors.ts';
import { timesOfOtherVisits } from '#features/work/jobs/server/index.ts';
import { notBookableMessage } from '#features/work/schedule/rules/opening.ts';
import { findAlternativesOfAll } from '#features/work/schedule/server/index.ts';
import { instantToWire, readDatabaseTime, wireTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { MovePlanReply } from '../contract/shapes.ts';
import { overlapping } from '../rules/following.ts';
import { type MovePlan, type PlannedMove, planId } from './plan-move.ts';

type Alternatives = MovePlanReply['visits'][number]['alternatives'];

/** Formats a plan for the wire, with the nearest free times for each conflict. */
export async function showPlan(ctx: Context, plan: MovePlan): Promise<MovePlanReply> {
  const conflicts = plan.visits.filter(({ outcome }) => outcome === 'conflict');
  const alternatives = await alternativesOf(ctx, plan, conflicts);
  const cards = await cleanerCards(ctx, [...new Set(plan.visits.flatMap(({ crew }) => crew))]);
  const people = new Map(cards.map((card) => [card.id, card]));
  const end = (start: Temporal.Instant) => start.add({ minutes: plan.need.minutes });
  const wire = (at: Temporal.Instant) => instantToWire(at, ctx.config.BUSINESS_TZ);
  return {
    visits: plan.visits.map((visit) => ({
      jobID: visit.job.id,
      from: wireTime(visit.job.starts_at),
      startTime: wire(visit.start),
      endTime: wire(end(visit.start)),
      outcome: visit.outcome,
      stays: visit.stays,
      cleaners: visit.crew.map((id) => {
        const card = people.get(id);
        return { id, firstname: card?.firstname ?? '', profilePhoto: card?.profilePhoto ?? '' };
      }),
      sameCrew: isSameCrew(visit),
      detail: visit.outcome === 'conflict' ? detailOf(visit, plan) : '',
      alternatives: fittingOf(visit, plan, alternatives.get(visit.job.id) ?? []),
    })),
    conflicts: conflicts.length,
    plan: planId(plan),
  };
}

/** The free times that differ from the current one and are between the other visits. */
function fittingOf({ job }: PlannedMove, { visits, need }: MovePlan, found: Alternatives): Alternatives {
  const others = visits.filter((one) => one.job.id !== job.id && one.outcome !== 'conflict');
  const starts = others.map(({ start }) => start);
  return found.filter(({ startTime }) => {
    const start = Temporal.Instant.from(startTime);
    if (start.equals(readDatabaseTime(job.starts_at))) return false;
    return overlapping([...starts, start], need.minutes).size === 0;
  });
}

function isSameCrew({ job, crew }: PlannedMove): boolean {
  return job.crew.length === crew.length && job.crew.every((member) => crew.includes(member.id));
}

function detailOf({ notBookable }: PlannedMove, { settings }: MovePlan): string {
  return notBookable === null ? jobErrors.slot_taken.title : notBookableMessage(notBookable, settings);
}

/** By job. A crew requested by name is not replaced. */
async function alternativesOf(
  ctx: Context,
  { need, settings, visits }: MovePlan,
  conflicts: readonly PlannedMove[],
): Promise<Map<string, Alternatives>> {
  const [first] = conflicts;
  if (first === undefined) return new Map();
  const { job } = first;
  const moving = visits.map((visit) => visit.job.id);
  const found = await findAlternativesOfAll(
    ctx,
    {
      need,
      settings,
      customerId: job.customer_id,
      home: null,
      own: await timesOfOtherVisits(ctx, job, moving),
      named: job.crew.map((member) => member.id),
      who: job.cleaner_type === 'preferred' ? 'named-only' : 'named-first',
    },
    conflicts.map(({ start }) => ({ start, isLaterDate: true })),
  );
  return new Map(conflicts.map((visit, index) => [visit.job.id, found[index] ?? []]));
}
