import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { DispatchPlanVisit, DispatchPlan as PlanTable } from '#database/generated.ts';
import { areaFinder } from '#features/catalogue/places/server/index.ts';
import { adminNames } from '#features/people/accounts/server/index.ts';
import { cleanerCards, cleanerExists } from '#features/people/cleaners/server/index.ts';
import { brokenSoftRules } from '#features/work/schedule/rules/diary.ts';
import { notFreeMessage, wishInWords } from '#features/work/schedule/texts/not-free-message.ts';
import { readDay, wireTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context, ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { startPlan as call, DispatchPlan, listPlans as listPlansCall, PlanHead } from '../contract.ts';
import { acceptanceOrder } from '../rules/acceptance-order.ts';
import type { Found } from '../rules/anneal.ts';
import { newViolations } from '../rules/check-plan.ts';
import { EXTRA_CLEANER, MAX_CLEANERS, MAX_VISITS, problemOfDay } from '../rules/day-problem.ts';
import { type Explanation, explain, explanationText } from '../rules/explain.ts';
import type { Plan, Problem } from '../rules/problem.ts';
import { type DayTotals, type Proposal, type Proposed, planBefore, propose } from '../rules/proposal.ts';
import { type LoadedDay, loadDay } from './load-day.ts';
import { runSearch } from './run-search.ts';

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
  const loaded = await loadDay(ctx, { day, kind: body.kind, ...(away !== null && { awayID: away }) });
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
      const id = tx.newID();
      const now = tx.clock.now().toString();
      const row = { id, day, kind, cleanerID: cleanerID ?? null, state: 'running' };
      await tx.db
        .insertInto('dispatch_plan')
        .values({ ...row, createdBy: tx.actor.id, createdAt: now, updatedAt: now })
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
      .set({ progress, updatedAt: ctx.clock.now().toString() })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .returning('stopRequested')
      .executeTakeFirst();
    return row?.stopRequested === false;
  } catch (error) {
    ctx.log.warn({ err: error, plan: id }, 'could not write the progress of a plan');
    return true;
  }
}

/** Asks the process that searches to stop; it looks twice a second. A plan that is not running stays as it is. */
export async function stopPlan(
  ctx: Context,
  id: string,
): Promise<DispatchPlan | Refusal<'not_found' | 'unavailable'>> {
  const stopped = await inTransaction(ctx, async (tx) => {
    const row = await tx.db
      .updateTable('dispatch_plan')
      .set({ stopRequested: true, updatedAt: tx.clock.now().toString() })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('stopRequested', '=', false)
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) return noChange(tx);
    return audit(tx, { action: 'dispatch-plan.stopped', subject: { kind: 'dispatch-plan', id } });
  });
  return isRefusal(stopped) ? stopped : getPlan(ctx, id);
}

/** A search reports twice a second. After this long without a report its process has ended. */
const SILENT_SECONDS = 60;

/** Marks plans as stopped whose process has ended. */
export async function stopSilentPlans(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db
    .updateTable('dispatch_plan')
    .set({ state: 'stopped', updatedAt: now.toString() })
    .where('state', '=', 'running')
    .where('updatedAt', '<', now.subtract({ seconds: SILENT_SECONDS }).toString())
    .execute();
}

/** Plans show who works where; after a month they are of no use. */
const KEPT_DAYS = 30;

export async function purgePlans(ctx: Context): Promise<void> {
  const before = ctx.clock.now().subtract({ hours: 24 * KEPT_DAYS });
  await ctx.db.deleteFrom('dispatch_plan').where('createdAt', '<', before.toString()).execute();
}

type PlansReply = z.output<typeof listPlansCall.reply>;
type PlanRow = Selectable<PlanTable>;
export type PlannedVisitRow = Selectable<DispatchPlanVisit>;

/** What is stored of a proposed visit besides its columns. */
interface VisitDetails {
  readonly savedMinutes: number;
  /** Ids of new members whom the customer knows. */
  readonly familiar: readonly string[];
  readonly obstacles: readonly { readonly cleanerID: string; readonly reason: string }[];
  /** In `extra-cleaner`: the position of the additional cleaner, from 0. */
  readonly extraPosition: number | null;
}

interface Summary {
  readonly before: DayTotals;
  readonly after: DayTotals;
}

export async function findPlan(ctx: Context, id: string): Promise<PlanRow | null> {
  const row = await ctx.db.selectFrom('dispatch_plan').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function findPlannedVisits(ctx: Context, planID: string): Promise<PlannedVisitRow[]> {
  return ctx.db
    .selectFrom('dispatch_plan_visit')
    .selectAll()
    .where('planID', '=', planID)
    .orderBy('startsAt')
    .orderBy('jobID')
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
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    latest: latest === undefined ? null : await toHead(ctx, latest),
    running: running === undefined ? null : await toHead(ctx, running),
  };
}

async function toHead(ctx: Context, row: PlanRow): Promise<PlanHead> {
  const { id, day, kind, cleanerID, state, progress, createdBy, createdAt } = row;
  const [away] = cleanerID === null ? [] : await cleanerCards(ctx, [cleanerID]);
  const admins = await adminNames(ctx, [createdBy]);
  return {
    id,
    day,
    kind: kind as PlanHead['kind'],
    away: cleanerID === null ? null : { id: cleanerID, fullname: away?.fullname ?? '' },
    state: state as PlanHead['state'],
    progress,
    startedBy: { id: createdBy, fullname: admins.get(createdBy) ?? '' },
    createdAt: wireTime(createdAt),
  };
}

async function toPlan(ctx: Context, row: PlanRow, visits: readonly PlannedVisitRow[]): Promise<DispatchPlan> {
  const details = visits.map((visit) => visit.details as VisitDetails);
  const ids = visits.flatMap((visit, i) => [
    ...visit.crewBefore,
    ...(visit.crewAfter ?? []),
    ...(details[i]?.obstacles ?? []).map(({ cleanerID }) => cleanerID),
  ]);
  const names = new Map((await cleanerCards(ctx, [...new Set(ids)])).map((card) => [card.id, card.fullname]));
  const member = (id: string) => ({ id, fullname: names.get(id) ?? '' });
  return {
    ...(await toHead(ctx, row)),
    summary: row.summary as Summary | null,
    visits: visits.map((visit, i) => {
      const { savedMinutes, familiar, obstacles, extraPosition } = details[i] as VisitDetails;
      const after = visit.crewAfter?.map(member) ?? null;
      return {
        jobID: visit.jobID,
        startTime: wireTime(visit.startsAt),
        before: visit.crewBefore.map(member),
        after: after && withExtra(after, extraPosition),
        group: visit.changeGroup,
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

interface Result {
  readonly id: string;
  readonly loaded: LoadedDay;
  readonly problem: Problem;
  readonly found: Found;
}

/**
 * Stores what a plan changes, after the independent check.
 * @throws if the plan breaks a rule that the day did not break before
 */
async function saveProposal(ctx: Context, { id, loaded, problem, found }: Result): Promise<void> {
  const broken = newViolations(problem, planBefore(problem), found.plan);
  if (broken.length > 0) throw new Error(`The plan breaks ${JSON.stringify(broken.slice(0, 5))}`);
  const proposal = propose(problem, found.plan);
  const summary: Summary = { before: proposal.before, after: proposal.after };
  const visits = await visitRows(ctx, { loaded, problem, plan: found.plan }, proposal);
  await inTransaction(ctx, async (tx) => {
    const row = await tx.db
      .updateTable('dispatch_plan')
      .set(({ eb }) => ({
        state: eb.case().when('stopRequested', '=', true).then('stopped').else('ready').end(),
        progress: 1,
        summary: JSON.stringify(summary),
        updatedAt: tx.clock.now().toString(),
      }))
      .where('id', '=', id)
      .where('state', '=', 'running')
      .returning('id')
      .executeTakeFirst();
    if (row === undefined || visits.length === 0) return;
    await tx.db
      .insertInto('dispatch_plan_visit')
      .values(visits.map((visit) => ({ ...visit, planID: id })))
      .execute();
  });
}

async function saveFailure(ctx: Context, id: string): Promise<void> {
  await ctx.db
    .updateTable('dispatch_plan')
    .set({ state: 'failed', updatedAt: ctx.clock.now().toString() })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

interface Planned {
  readonly loaded: LoadedDay;
  readonly problem: Problem;
  readonly plan: Plan;
}

async function visitRows(ctx: Context, planned: Planned, proposal: Proposal) {
  const { loaded, problem } = planned;
  const words = await wordsFor(ctx, loaded);
  const rows = proposal.visits.flatMap((proposed) => {
    const job = loaded.jobs[proposed.visit];
    // Bookings that are not planned come after the day's visits; they never change.
    if (job === undefined) return [];
    const ids = proposed.crew?.map((c) => problem.cleaners[c]?.id ?? '') ?? null;
    return [
      {
        jobID: job.id,
        startsAt: job.startsAt,
        before: job.crew.map((member) => member.id),
        after: ids?.filter((id) => id !== EXTRA_CLEANER) ?? null,
        details: detailsOf(planned, proposed, words),
      },
    ];
  });
  const changing = rows.flatMap((row) => (row.after === null ? [] : [{ ...row, after: row.after }]));
  const groups = acceptanceOrder(changing).map((group) => group.map(({ jobID }) => jobID));
  return rows.map(({ jobID, startsAt, before, after, details }) => ({
    jobID,
    startsAt: startsAt,
    crewBefore: before,
    crewAfter: after,
    changeGroup: groups.findIndex((group) => group.includes(jobID)),
    details: JSON.stringify(details),
  }));
}

type Words = Parameters<typeof explanationText>[1];

function detailsOf({ loaded, problem, plan }: Planned, proposed: Proposed, words: Words): VisitDetails {
  const { visit, crew, savedMinutes } = proposed;
  const ids = (crew ?? []).map((c) => problem.cleaners[c]?.id ?? '');
  const { usual = [], crew: before = [] } = loaded.day.visits[visit] ?? {};
  const extra = ids.indexOf(EXTRA_CLEANER);
  return {
    savedMinutes,
    familiar: ids.filter((id) => usual.includes(id) && !before.includes(id)),
    obstacles: crew === null ? obstaclesOf({ loaded, problem, plan, visit }, words) : [],
    extraPosition: extra === -1 ? null : extra,
  };
}

interface AtVisit extends Planned {
  readonly visit: number;
}

/** Those who suit the visit first: their reasons are the ones that someone can do something about. */
function obstaclesOf(at: AtVisit, words: Words): VisitDetails['obstacles'] {
  const { problem, plan, visit } = at;
  const found = problem.cleaners.flatMap(({ id }, c) =>
    id === EXTRA_CLEANER ? [] : [{ id, why: explain(problem, plan, visit, c) }],
  );
  const inOrder = ['possible', 'late', 'late-for-next', 'busy', 'long-day', 'off', 'not-suited', 'in-crew'];
  return found
    .toSorted((a, b) => inOrder.indexOf(a.why.reason) - inOrder.indexOf(b.why.reason))
    .filter(({ why }) => why.reason !== 'in-crew')
    .map(({ id, why }) => ({ cleanerID: id, reason: wishesOf(at, id, why) ?? explanationText(why, words) }));
}

/** The wishes of the home that a cleaner does not meet, in the words of the crew sheet. */
function wishesOf({ loaded: { day }, visit }: AtVisit, cleanerID: string, { reason }: Explanation) {
  if (reason === 'possible') return 'Free, but the crew is not complete';
  const need = day.visits[visit]?.need;
  const diary = day.diaries.find((one) => one.cleanerID === cleanerID);
  if (reason !== 'not-suited' || need === undefined || diary === undefined) return null;
  const { gender, hasPets, regionID } = need;
  const rules = brokenSoftRules(diary, { gender, hasPets, regionID });
  // Otherwise the office has blocked this kind of work.
  const words = rules.map((rule) =>
    rule === 'gender' ? `The home ${wishInWords(rule, need)}.` : notFreeMessage(rule),
  );
  return words.length > 0 ? words.join(' ').replace(/\.$/, '') : null;
}

async function wordsFor(ctx: Context, { day, jobs }: LoadedDay): Promise<Words> {
  const areaOf = await areaFinder(ctx);
  const postals = new Map(jobs.map((job) => [job.id, job.addressPostal]));
  return {
    timeOf: (minute) =>
      Temporal.Instant.fromEpochMilliseconds((day.dayStart + minute) * 60_000)
        .toZonedDateTimeISO(ctx.config.BUSINESS_TZ)
        .toLocaleString('en-SG', { hour: 'numeric', minute: '2-digit' }),
    placeOf: (jobID) => areaOf(postals.get(jobID) ?? '')?.name ?? 'another visit',
  };
}
