import { createHash } from 'node:crypto';
import { cleanerCards } from '#features/people/cleaners/server/index.ts';
import { jobErrors } from '#features/work/jobs/contract/errors.ts';
import { openingOfJob } from '#features/work/jobs/rules/job-opening.ts';
import { whyNotChangeable } from '#features/work/jobs/rules/moving.ts';
import { changeOutsideTerms } from '#features/work/jobs/rules/policy.ts';
import {
  type ChangedVisit,
  expireHolds,
  isBeingPaid,
  type JobRow,
  movableJob,
  publishChanges,
  requirementsOf,
  saveUnpublishedChange,
  timesOfOtherVisits,
} from '#features/work/jobs/server/index.ts';
import {
  type NotBookable,
  notBookableMessage,
  whyNotBookable,
} from '#features/work/schedule/rules/opening.ts';
import { type CrewPlan, planVisit, preferringCrew } from '#features/work/schedule/rules/plan-visit.ts';
import type { Interval } from '#features/work/schedule/rules/recurrence.ts';
import type { VisitRequirements } from '#features/work/schedule/rules/visit-need.ts';
import {
  explainNobody,
  findAlternativesOfAll,
  planStarts,
  readTimeSettings,
  takeSlots,
  type VisitQuery,
} from '#features/work/schedule/server/index.ts';
import { instantToWire, readDatabaseTime, wireTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { MovePlanReply } from '../contract/shapes.ts';
import { movedStarts, overlapping } from '../rules/following.ts';

type StaysReason = 'skipped' | 'unchanged' | 'change_used' | 'change_too_late' | 'not_changeable';

/** The planned move of one visit. */
export interface PlannedMove {
  readonly job: JobRow;
  readonly start: Temporal.Instant;
  readonly outcome: 'moves' | 'stays' | 'conflict';
  readonly stays: StaysReason | null;
  /** The crew; empty for a conflict. */
  readonly crew: readonly string[];
  /** For a conflict: why nobody may come then, regardless of who is free. Null: nobody is free. */
  readonly notBookable: NotBookable | null;
  /** For a conflict: whose diaries were searched. */
  readonly searched: CrewPlan | null;
}

export interface MovePlan {
  readonly visits: readonly PlannedMove[];
  readonly need: VisitRequirements;
  readonly settings: VisitQuery['settings'];
}

/** The new start of the first visit, and for conflicts another time, or null to leave the visit unchanged. */
interface MoveRequest {
  readonly start: Temporal.Instant;
  readonly decisions: ReadonlyMap<string, Temporal.Instant | null>;
}

/** A visit to move, and its new start. */
interface Wanted {
  readonly job: JobRow;
  readonly start: Temporal.Instant;
}

/**
 * Plans the new times and crews of visits of a series. Each keeps its cleaners if they are free; a crew requested by
 * name is not replaced, any other is replaced by free cleaners. Reads without locks and changes nothing.
 *
 * @param jobs earliest first, all of one series.
 */
export async function planMove(
  ctx: Context,
  jobs: readonly [JobRow, ...JobRow[]],
  { start, decisions, interval }: MoveRequest & { readonly interval?: Interval | undefined },
): Promise<MovePlan> {
  const zone = ctx.config.BUSINESS_TZ;
  const inLine = movedStarts(
    jobs.map((job) => readDatabaseTime(job.startsAt)),
    start,
    zone,
    interval,
  );
  const wanted = jobs.map((job, index) => wantedOf(ctx, job, { inLine: inLine[index] ?? start, decisions }));
  const moving = wanted.filter((visit) => visit.stays === null);
  const [first] = jobs;
  const need = await requirementsOf(ctx, first);
  const settings = await readTimeSettings(ctx);
  // The moved visits do not block each other.
  const freed = { ...need, excludeJobIDs: moving.map(({ job }) => job.id) };
  const clashing = overlapping(
    wanted.map((visit) => visit.start),
    need.minutes,
  );
  const free = moving.filter((visit) => !clashing.has(wanted.indexOf(visit)));
  const crews = await findCrews(ctx, free, { need: freed, settings });
  const visits = wanted.map((visit): PlannedMove => {
    const { job, stays } = visit;
    if (stays !== null)
      return { ...visit, outcome: 'stays', crew: crewOf(job), notBookable: null, searched: null };
    const { crew, notBookable, searched } = crews.get(job.id) ?? NOT_SEARCHED;
    return {
      ...visit,
      outcome: crew === null ? 'conflict' : 'moves',
      crew: crew ?? [],
      notBookable,
      searched,
    };
  });
  return { visits, need: freed, settings };
}

/** Identifies exactly this plan: the new time and crew of each visit. */
export function planID({ visits }: MovePlan): string {
  const lines = visits.map(({ job, start, outcome, crew }) =>
    [job.id, job.version, outcome, start, ...crew].join(' '),
  );
  return createHash('sha256').update(lines.join('\n')).digest('base64url');
}

interface Line {
  readonly inLine: Temporal.Instant;
  readonly decisions: MoveRequest['decisions'];
}

/** The new start of a visit: aligned with the first, or as decided; or why it is not moved. */
function wantedOf(ctx: Context, job: JobRow, { inLine, decisions }: Line) {
  const now = readDatabaseTime(job.startsAt);
  const decided = decisions.get(job.id);
  const start = decided ?? inLine;
  const reason = reasonOf();
  return { job, start: reason === null ? start : now, stays: reason };

  function reasonOf(): StaysReason | null {
    if (decided === null) return 'skipped';
    return start.equals(now) ? 'unchanged' : whyItStays(ctx, job);
  }
}

/** Why the actor may not move this visit: for customers by its terms, for the office once it is done. */
export function whyItStays(ctx: Context, job: JobRow): Exclude<StaysReason, 'skipped' | 'unchanged'> | null {
  const visit = movableJob(ctx, job);
  return whyNotChangeable(
    visit,
    { moves: true, recrews: false, rebooks: false, dropsWorker: visit.begun },
    { isOffice: may(ctx.actor, changeOutsideTerms), now: ctx.clock.now().epochMilliseconds },
  );
}

interface Search {
  readonly need: VisitRequirements;
  readonly settings: VisitQuery['settings'];
}

interface FoundCrew extends Pick<PlannedMove, 'notBookable' | 'searched'> {
  readonly crew: readonly string[] | null;
}

/** The new time overlaps another visit of the series. */
const NOT_SEARCHED: FoundCrew = { crew: null, notBookable: null, searched: null };

async function findCrews(
  ctx: Context,
  moving: readonly Wanted[],
  search: Search,
): Promise<Map<string, FoundCrew>> {
  const found = new Map<string, FoundCrew>();
  const crews = Map.groupBy(moving, ({ job }) => crewOf(job).join());
  for (const visits of crews.values()) await keepCrew(ctx, visits, { search, found });
  const lacking = moving.filter(({ job }) => {
    const { crew = null, notBookable = null } = found.get(job.id) ?? {};
    return crew === null && notBookable === null && job.cleanerType !== 'preferred';
  });
  await replaceCrew(ctx, lacking, { search, found });
  return found;
}

interface Finding {
  readonly search: Search;
  readonly found: Map<string, FoundCrew>;
}

/** The dates on which visits of one crew can keep it. */
async function keepCrew(ctx: Context, visits: readonly Wanted[], { search, found }: Finding): Promise<void> {
  const [first] = visits;
  if (first === undefined) return;
  const plan = await planStarts(ctx, queryOf(first.job, visits, { search, named: crewOf(first.job) }));
  for (const { job, start } of visits) {
    const opening = openingOfJob(plan.opening, { isOfSeries: true });
    const notBookable = whyNotBookable(start, plan.need.minutes, opening);
    const crew = notBookable === null ? (planVisit(plan, start)?.crew ?? null) : null;
    found.set(job.id, { crew, notBookable, searched: plan });
  }
}

/** The replacement crew: free members of the old crew, then cleaners found for an earlier date. */
async function replaceCrew(
  ctx: Context,
  visits: readonly Wanted[],
  { search, found }: Finding,
): Promise<void> {
  const [first] = visits;
  if (first === undefined) return;
  const plan = await planStarts(ctx, queryOf(first.job, visits, { search, named: [] }));
  let newcomers: readonly string[] = [];
  for (const { job, start } of visits) {
    const preference = preferringCrew(plan.preference, [...crewOf(job), ...newcomers]);
    const crew = planVisit({ ...plan, preference }, start)?.crew ?? null;
    if (newcomers.length === 0 && crew !== null) newcomers = crew;
    found.set(job.id, { crew, notBookable: null, searched: plan });
  }
}

function queryOf(
  job: JobRow,
  visits: readonly Wanted[],
  { search, named }: { readonly search: Search; readonly named: readonly string[] },
): VisitQuery {
  return {
    ...search,
    customerID: job.customerID,
    home: null,
    named,
    starts: visits.map(({ start }) => start).toSorted(Temporal.Instant.compare),
  };
}

function crewOf(job: JobRow): string[] {
  return job.crew.map((member) => member.id);
}

type Alternatives = MovePlanReply['visits'][number]['alternatives'];

/** Formats a plan for the wire, with the nearest free times for each conflict. */
export async function showPlan(ctx: Context, plan: MovePlan): Promise<MovePlanReply> {
  const conflicts = plan.visits.filter(({ outcome }) => outcome === 'conflict');
  const alternatives = await alternativesOf(ctx, plan, conflicts);
  const cards = await cleanerCards(ctx, [...new Set(plan.visits.flatMap(({ crew }) => crew))]);
  const people = new Map(cards.map((card) => [card.id, card]));
  const details = new Map<PlannedMove, string>();
  for (const visit of conflicts) details.set(visit, await detailOf(ctx, visit, plan));
  const end = (start: Temporal.Instant) => start.add({ minutes: plan.need.minutes });
  const wire = (at: Temporal.Instant) => instantToWire(at, ctx.config.BUSINESS_TZ);
  return {
    visits: plan.visits.map((visit) => ({
      jobID: visit.job.id,
      from: wireTime(visit.job.startsAt),
      startTime: wire(visit.start),
      endTime: wire(end(visit.start)),
      outcome: visit.outcome,
      stays: visit.stays,
      cleaners: visit.crew.map((id) => {
        const card = people.get(id);
        return { id, firstname: card?.firstname ?? '', profilePhoto: card?.profilePhoto ?? '' };
      }),
      sameCrew: isSameCrew(visit),
      detail: details.get(visit) ?? '',
      alternatives: fittingOf(visit, plan, alternatives.get(visit.job.id) ?? []),
    })),
    conflicts: conflicts.length,
    plan: planID(plan),
  };
}

/** The free times that differ from the current one and are between the other visits. */
function fittingOf({ job }: PlannedMove, { visits, need }: MovePlan, found: Alternatives): Alternatives {
  const others = visits.filter((one) => one.job.id !== job.id && one.outcome !== 'conflict');
  const starts = others.map(({ start }) => start);
  return found.filter(({ startTime }) => {
    const start = Temporal.Instant.from(startTime);
    if (start.equals(readDatabaseTime(job.startsAt))) return false;
    return overlapping([...starts, start], need.minutes).size === 0;
  });
}

function isSameCrew({ job, crew }: PlannedMove): boolean {
  return job.crew.length === crew.length && job.crew.every((member) => crew.includes(member.id));
}

/** The office also reads whether someone is free but not a match. */
async function detailOf(
  ctx: Context,
  { start, notBookable, searched }: PlannedMove,
  { settings }: MovePlan,
): Promise<string> {
  if (notBookable !== null) return notBookableMessage(notBookable, settings);
  if (searched === null) return 'This overlaps another visit of the series.';
  return (await explainNobody(ctx, searched, start)) ?? jobErrors.slot_taken.title;
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
      customerID: job.customerID,
      home: null,
      own: await timesOfOtherVisits(ctx, job, moving),
      named: job.crew.map((member) => member.id),
      who: job.cleanerType === 'preferred' ? 'named-only' : 'named-first',
    },
    conflicts.map(({ start }) => ({ start, isLaterDate: true })),
  );
  return new Map(conflicts.map((visit, index) => [visit.job.id, found[index] ?? []]));
}

/** A visit's new time and crew. Its row was read under its lock. */
interface VisitMove {
  readonly job: JobRow;
  readonly start: Temporal.Instant;
  readonly crew: readonly string[];
}

interface Moving {
  readonly need: VisitRequirements;
  /** Uses up the customer's one move of each visit. */
  readonly counts: boolean;
}

/**
 * Moves visits of a series, all or none; their crews' time is taken by the same checks as for a booking. Each person is
 * notified once. Returns the updated jobs in the same order.
 */
export async function saveMoves(
  tx: Tx,
  moves: readonly VisitMove[],
  { need, counts }: Moving,
): Promise<readonly JobRow[] | Refusal<'slot_taken' | 'payment_in_progress'>> {
  const jobs = moves.map(({ job }) => job);
  if (jobs.some(isBeingPaid)) return refuse('payment_in_progress');
  const until = jobs[0]?.holdExpiresAt ?? null;
  const taken = await takeSlots(tx, {
    visits: moves.map(({ job, start, crew }) => ({
      jobID: job.id,
      customerID: job.customerID,
      // The moved visits do not block each other.
      need: { ...need, excludeJobIDs: jobs.map(({ id }) => id) },
      named: crew,
      start,
    })),
    heldUntil: until === null ? null : readDatabaseTime(until),
    onExpired: expireHolds,
  });
  if (isRefusal(taken)) return taken;
  const changes: ChangedVisit[] = [];
  for (const move of moves) changes.push({ before: move.job, after: await saveMove(tx, move, counts) });
  await publishChanges(tx, changes);
  return changes.map(({ after }) => after);
}

function saveMove(tx: Tx, { job, start, crew }: VisitMove, counts: boolean) {
  const minutes = readDatabaseTime(job.endsAt).since(readDatabaseTime(job.startsAt)).total('minutes');
  return saveUnpublishedChange(tx, job, {
    fields: {
      startsAt: start.toString(),
      endsAt: start.add({ minutes }).toString(),
      ...(counts ? { hasChangedDate: true } : {}),
    },
    crew,
  });
}
