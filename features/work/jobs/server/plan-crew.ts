import { freeCleaners } from '#features/work/schedule/rules/choose-crew.ts';
import { notBookableMessage, whyNotBookable } from '#features/work/schedule/rules/opening.ts';
import {
  type Overridden,
  overriddenIn,
  type Plan,
  planVisit,
  rankedFor,
} from '#features/work/schedule/rules/plan-visit.ts';
import type { VisitRequirements } from '#features/work/schedule/rules/visit-need.ts';
import {
  explainNamed,
  findAlternatives,
  planStarts,
  readTimeSettings,
  type VisitQuery,
} from '#features/work/schedule/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inPositions } from '../rules/crew.ts';
import { openingOfJob } from '../rules/job-opening.ts';
import type { VisitToPlan } from './decide-update.ts';
import type { JobRow } from './job-rows.ts';
import { timesOfOtherVisits } from './visits-to-home.ts';

const SPARE_CLEANERS = 3;

/** The planned time and crew of an updated visit, as plain data. */
export interface PlannedUpdate {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  /** Requirements for the cleaners to be found, not counting those who stay. */
  readonly need: VisitRequirements;
  readonly named: readonly string[];
  readonly overridesSoftRules: boolean;
  /** The named cleaners for whom soft rules are overridden. */
  readonly overridden: readonly Overridden[];
  readonly staying: readonly string[];
  /** Other possible cleaners, best first. */
  readonly candidates: readonly string[];
  /** The crew by position; stored with a charged update under this name. */
  readonly places: readonly string[];
  /** The crew, unless one of them is booked meanwhile. */
  readonly crew: readonly string[];
}

/** Finds the crew of an updated visit; refuses with `slot_taken` and the alternatives. */
export async function planCrew(
  ctx: Context,
  job: JobRow,
  visit: VisitToPlan,
): Promise<PlannedUpdate | Refusal<'slot_taken' | 'not_bookable'>> {
  const query = await queryOf(ctx, job, visit);
  const plan = await planStarts(ctx, query);
  const refused = whyNotOnOffer(job, visit, plan);
  if (refused !== null) return refused;
  const planned = planVisit(plan, visit.start);
  if (planned === null) return slotTaken(ctx, job, { visit, query, plan });
  const { start, staying, positions, overridesSoftRules } = visit;
  const spare = SPARE_CLEANERS + plan.need.numCleaners;
  return {
    start,
    end: start.add({ minutes: visit.need.minutes }),
    need: plan.need,
    named: plan.named,
    overridesSoftRules,
    overridden: overriddenIn(plan, start),
    staying,
    candidates: rankedFor(plan, start)
      .slice(0, spare)
      .map((diary) => diary.cleanerId),
    places: positions,
    crew: inPositions(positions, [...staying, ...planned.crew]),
  };
}

/** Whom to find: the whole crew if the visit itself changes, otherwise only the new members. */
async function queryOf(ctx: Context, job: JobRow, visit: VisitToPlan): Promise<VisitQuery> {
  const query = {
    settings: await readTimeSettings(ctx),
    need: { ...visit.need, numCleaners: visit.seek },
    customerId: job.customer_id,
    home: null,
    named: visit.named,
    starts: [visit.start],
    except: visit.staying,
    overridesSoftRules: visit.overridesSoftRules,
  };
  return visit.preferred.length === 0 ? query : { ...query, named: await freeAmong(ctx, query, visit) };
}

/** The crew members who are still available. */
async function freeAmong(
  ctx: Context,
  query: VisitQuery,
  { preferred, start }: VisitToPlan,
): Promise<string[]> {
  const need = { ...query.need, numCleaners: preferred.length };
  const plan = await planStarts(ctx, { ...query, need, named: preferred });
  const free = new Set(
    freeCleaners(plan.diaries, plan.need, start, plan.zone).map((diary) => diary.cleanerId),
  );
  return preferred.filter((id) => free.has(id));
}

/** A new start or length must be one that we offer. */
function whyNotOnOffer(job: JobRow, visit: VisitToPlan, plan: Plan): Refusal<'not_bookable'> | null {
  const { minutes } = visit.need;
  if (!visit.moves && minutes <= minutesOf(job)) return null;
  const opening = openingOfJob(plan.opening, { isOfSeries: job.series_id !== null });
  const reason = whyNotBookable(visit.start, minutes, opening);
  return reason === null
    ? null
    : refuse('not_bookable', { detail: notBookableMessage(reason, opening), extensions: { reason } });
}

function minutesOf(job: JobRow): number {
  return readDatabaseTime(job.ends_at).since(readDatabaseTime(job.starts_at)).total('minutes');
}

interface Search {
  readonly visit: VisitToPlan;
  readonly query: VisitQuery;
  /** Tells the office why the cleaners it named are not available. */
  readonly plan?: Plan;
}

/** Alternatives for a refused update: other times for the same crew, or other cleaners for a crew change. */
export async function slotTaken(
  ctx: Context,
  job: JobRow,
  { visit, query, plan }: Search,
): Promise<Refusal<'slot_taken'>> {
  const who = visit.moves && visit.named.length > 0 ? ('named-only' as const) : ('anybody' as const);
  const isLaterDate = job.series_id !== null;
  const own = visit.moves ? await timesOfOtherVisits(ctx, { id: job.id, ...visit.home }) : [];
  const sought = { ...query, who, own };
  const alternatives = await findAlternatives(ctx, sought, { start: visit.start, isLaterDate });
  const { detail, extensions } = plan ? await explainNamed(ctx, plan, visit.start) : {};
  return refuse('slot_taken', { ...(detail && { detail }), extensions: { alternatives, ...extensions } });
}

/** The refusal after every retry was lost to another booking. */
export async function slotLost(
  ctx: Context,
  job: JobRow,
  visit: VisitToPlan,
): Promise<Refusal<'slot_taken'>> {
  return slotTaken(ctx, job, { visit, query: await queryOf(ctx, job, visit) });
}
