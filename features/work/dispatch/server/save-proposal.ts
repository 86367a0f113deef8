import { areaFinder } from '#features/catalogue/places/server/index.ts';
import { brokenSoftRules } from '#features/work/schedule/rules/diary.ts';
import { notFreeMessage, wishInWords } from '#features/work/schedule/rules/not-free-message.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { acceptanceOrder } from '../rules/acceptance-order.ts';
import type { Found } from '../rules/anneal.ts';
import { newViolations } from '../rules/check-plan.ts';
import { EXTRA_CLEANER } from '../rules/day-problem.ts';
import { type Explanation, explain, explanationText } from '../rules/explain.ts';
import type { Plan, Problem } from '../rules/problem.ts';
import { type Proposal, type Proposed, planBefore, propose } from '../rules/proposal.ts';
import type { LoadedDay } from './load-day.ts';
import type { Summary, VisitDetails } from './plan-record.ts';

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
export async function saveProposal(ctx: Context, { id, loaded, problem, found }: Result): Promise<void> {
  const broken = newViolations(problem, planBefore(problem), found.plan);
  if (broken.length > 0) throw new Error(`The plan breaks ${JSON.stringify(broken.slice(0, 5))}`);
  const proposal = propose(problem, found.plan);
  const summary: Summary = { before: proposal.before, after: proposal.after };
  const visits = await visitRows(ctx, { loaded, problem, plan: found.plan }, proposal);
  await inTransaction(ctx, async (tx) => {
    const row = await tx.db
      .updateTable('dispatch_plan')
      .set(({ eb }) => ({
        state: eb.case().when('stop_requested', '=', true).then('stopped').else('ready').end(),
        progress: 1,
        summary: JSON.stringify(summary),
        updated_at: tx.clock.now().toString(),
      }))
      .where('id', '=', id)
      .where('state', '=', 'running')
      .returning('id')
      .executeTakeFirst();
    if (row === undefined || visits.length === 0) return;
    await tx.db
      .insertInto('dispatch_plan_visit')
      .values(visits.map((visit) => ({ ...visit, plan_id: id })))
      .execute();
  });
}

export async function saveFailure(ctx: Context, id: string): Promise<void> {
  await ctx.db
    .updateTable('dispatch_plan')
    .set({ state: 'failed', updated_at: ctx.clock.now().toString() })
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
        jobId: job.id,
        startsAt: job.starts_at,
        before: job.crew.map((member) => member.id),
        after: ids?.filter((id) => id !== EXTRA_CLEANER) ?? null,
        details: detailsOf(planned, proposed, words),
      },
    ];
  });
  const changing = rows.flatMap((row) => (row.after === null ? [] : [{ ...row, after: row.after }]));
  const groups = acceptanceOrder(changing).map((group) => group.map(({ jobId }) => jobId));
  return rows.map(({ jobId, startsAt, before, after, details }) => ({
    job_id: jobId,
    starts_at: startsAt,
    crew_before: before,
    crew_after: after,
    change_group: groups.findIndex((group) => group.includes(jobId)),
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
function wishesOf({ loaded: { day }, visit }: AtVisit, cleanerId: string, { reason }: Explanation) {
  if (reason === 'possible') return 'Free, but the crew is not complete';
  const need = day.visits[visit]?.need;
  const diary = day.diaries.find((one) => one.cleanerId === cleanerId);
  if (reason !== 'not-suited' || need === undefined || diary === undefined) return null;
  const { gender, hasPets, regionId } = need;
  const rules = brokenSoftRules(diary, { gender, hasPets, regionId });
  // Otherwise the office has blocked this kind of work.
  const words = rules.map((rule) =>
    rule === 'gender' ? `The home ${wishInWords(rule, need)}.` : notFreeMessage(rule),
  );
  return words.length > 0 ? words.join(' ').replace(/\.$/, '') : null;
}

async function wordsFor(ctx: Context, { day, jobs }: LoadedDay): Promise<Words> {
  const areaOf = await areaFinder(ctx);
  const postals = new Map(jobs.map((job) => [job.id, job.address_postal]));
  return {
    timeOf: (minute) =>
      Temporal.Instant.fromEpochMilliseconds((day.dayStart + minute) * 60_000)
        .toZonedDateTimeISO(ctx.config.BUSINESS_TZ)
        .toLocaleString('en-SG', { hour: 'numeric', minute: '2-digit' }),
    placeOf: (jobId) => areaOf(postals.get(jobId) ?? '')?.name ?? 'another visit',
  };
}
