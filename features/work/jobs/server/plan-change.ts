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
import { inPlaces } from '../rules/crew.ts';
import { openingOfJob } from '../rules/job-opening.ts';
import type { VisitChange } from './decide-change.ts';
import type { JobRow } from './job-rows.ts';
import { timesOfOtherVisits } from './visits-to-home.ts';

const SPARE_CLEANERS = 3;

/** The time and the crew that a changed visit is to have, as plain data. */
export interface PlannedChange {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  /** For how many cleaners, those who stay not counted. */
  readonly need: VisitRequirements;
  readonly named: readonly string[];
  readonly overridesSoftRules: boolean;
  /** The named ones for whom soft rules are set aside. */
  readonly overridden: readonly Overridden[];
  readonly staying: readonly string[];
  /** Who may come besides those who are named, best first. */
  readonly candidates: readonly string[];
  readonly places: readonly string[];
  /** Who comes, if nobody is booked meanwhile. */
  readonly crew: readonly string[];
}

/** Finds who comes to a visit once it is changed; `slot_taken` says what is possible instead. */
export async function planChange(
  ctx: Context,
  job: JobRow,
  visit: VisitChange,
): Promise<PlannedChange | Refusal<'slot_taken' | 'not_bookable'>> {
  const query = await queryOf(ctx, job, visit);
  const plan = await planStarts(ctx, query);
  const refused = whyNotOnOffer(job, visit, plan);
  if (refused !== null) return refused;
  const planned = planVisit(plan, visit.start);
  if (planned === null) return slotTaken(ctx, job, { visit, query, plan });
  const { start, staying, places, overridesSoftRules } = visit;
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
    places,
    crew: inPlaces(places, [...staying, ...planned.crew]),
  };
}

/** Who has to be found: all of the crew when the visit is another, else only who is new to it. */
async function queryOf(ctx: Context, job: JobRow, visit: VisitChange): Promise<VisitQuery> {
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

/** Those of the crew who can still come. */
async function freeAmong(
  ctx: Context,
  query: VisitQuery,
  { preferred, start }: VisitChange,
): Promise<string[]> {
  const need = { ...query.need, numCleaners: preferred.length };
  const plan = await planStarts(ctx, { ...query, need, named: preferred });
  const free = new Set(
    freeCleaners(plan.diaries, plan.need, start, plan.zone).map((diary) => diary.cleanerId),
  );
  return preferred.filter((id) => free.has(id));
}

/** A time that changes has to be one that we offer: another start, or more hours. */
function whyNotOnOffer(job: JobRow, visit: VisitChange, plan: Plan): Refusal<'not_bookable'> | null {
  const { minutes } = visit.need;
  if (!visit.moves && minutes <= minutesOf(job)) return null;
  const opening = openingOfJob(plan.opening, { isOfSeries: job.series_id !== null });
  const reason = whyNotBookable(visit.start, minutes, opening);
  return reason === null
    ? null
    : refuse('not_bookable', { detail: notBookableMessage(reason, opening), members: { reason } });
}

function minutesOf(job: JobRow): number {
  return readDatabaseTime(job.ends_at).since(readDatabaseTime(job.starts_at)).total('minutes');
}

interface Search {
  readonly visit: VisitChange;
  readonly query: VisitQuery;
  /** On which the office is told what keeps those whom it named. */
  readonly plan?: Plan;
}

/** A crew that comes along is not replaced at another time; for a crew change others are named. */
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
  const { detail, members } = plan ? await explainNamed(ctx, plan, visit.start) : {};
  return refuse('slot_taken', { ...(detail && { detail }), members: { alternatives, ...members } });
}

/** That a plan has been overtaken again and again. */
export async function slotLost(
  ctx: Context,
  job: JobRow,
  visit: VisitChange,
): Promise<Refusal<'slot_taken'>> {
  return slotTaken(ctx, job, { visit, query: await queryOf(ctx, job, visit) });
}
