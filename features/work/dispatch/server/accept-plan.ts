import { sql } from 'kysely';
import { lockCleaners } from '#features/people/cleaners/server/index.ts';
import { changeCrew, findJobs, type JobRow, lockJobs } from '#features/work/jobs/server/index.ts';
import { releaseSlot, slotConstraints } from '#features/work/schedule/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { DispatchPlan } from '../contract.ts';
import { acceptanceOrder, type CrewChange } from '../rules/acceptance-order.ts';
import { findPlan, findPlannedVisits, getPlan, type PlannedVisitRow } from './start-plan.ts';

type NotAccepted = Refusal<'not_found' | 'plan_not_ready' | 'plan_not_acceptable' | 'unavailable'>;

/** Changes the crews of all visits of a plan, or of some. Visits that were refused or undone are tried again. */
export async function acceptPlan(
  ctx: Context,
  id: string,
  jobIDs?: readonly string[],
): Promise<DispatchPlan | NotAccepted> {
  const plan = await findPlan(ctx, id);
  if (plan === null) return refuse('not_found');
  if (plan.kind === 'extra-cleaner') return refuse('plan_not_acceptable');
  if (plan.summary === null) return refuse('plan_not_ready');
  const visits = (await findOpen(ctx, id, ACCEPTING)).filter(
    (visit) => jobIDs === undefined || jobIDs.includes(visit.jobID),
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

function changeOf({ jobID, startsAt, crewBefore, crewAfter }: PlannedVisitRow): VisitCrewChange[] {
  if (crewAfter === null) return [];
  return [{ jobID, startsAt: startsAt, before: crewBefore, after: crewAfter }];
}

/** Who decided about which visits of a plan. The changes of the jobs have entries of their own. */
function note(
  ctx: Context,
  action: string,
  { id, changes }: { readonly id: string; readonly changes: readonly VisitCrewChange[] },
): Promise<null | Refusal<'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const after = { visits: changes.map(({ jobID }) => jobID) };
    if (changes.length === 0) noChange(tx);
    else await audit(tx, { action, subject: { kind: 'dispatch-plan', id }, after });
    return null;
  });
}

/** A visit of a plan and its change of crew. */
interface VisitCrewChange extends CrewChange {
  readonly startsAt: string;
}

type Outcome = NonNullable<DispatchPlan['visits'][number]['outcome']>;

/** How the visits of a plan change, and what is written to their rows. */
interface Direction {
  /** The outcomes that a visit may have before; null: none yet. */
  readonly from: readonly (Outcome | null)[];
  readonly done: Outcome;
  readonly refused: Outcome;
  /** Soft rules that the earlier crew broke were overridden when it was chosen. */
  readonly overrideReason?: string;
}

const ACCEPTING: Direction = {
  from: [null, 'refused', 'undone'],
  done: 'accepted',
  refused: 'refused',
};

const UNDOING: Direction = {
  from: ['accepted', 'not-undone'],
  done: 'undone',
  refused: 'not-undone',
  overrideReason: 'Undo of a plan',
};

/**
 * Changes the crews of visits, each in its own transaction through `changeCrew`, with its locks, messages and audit
 * entries. A visit that takes a cleaner from another one comes after it; visits that take cleaners from each other change
 * together, or none of them. What cannot be changed stays, with the reason.
 */
async function changeCrews(
  ctx: Context,
  planID: string,
  changes: readonly VisitCrewChange[],
  direction: Direction,
): Promise<void> {
  for (const group of acceptanceOrder(changes)) {
    const outcome = await inTransaction(
      ctx,
      (tx) => changeGroup(tx, { planID, group, direction }),
      slotConstraints,
    );
    if (isRefusal(outcome)) await saveRefusal(ctx, { planID, group, direction }, reasonOf(outcome));
  }
}

interface Group {
  readonly planID: string;
  readonly group: readonly VisitCrewChange[];
  readonly direction: Direction;
}

async function changeGroup(tx: Tx, { planID, group, direction }: Group): Promise<Refusal | null> {
  const ids = group.map(({ jobID }) => jobID);
  const open = await lockPlanned(tx, { planID, group, direction });
  // Someone else has decided about them meanwhile.
  if (open.length < group.length) return null;
  // In the order that all bookings use: jobs, then cleaners, each by id.
  await lockJobs(tx, ids);
  const jobs = await findJobs(tx, ids);
  if (!group.every((change) => isAsPlanned(jobs, change))) return refuse('changed_meanwhile');
  await lockCleaners(tx, [...new Set(group.flatMap(newcomersOf))]);
  if (group.length > 1) for (const id of ids) await releaseSlot(tx, id);
  for (const change of group) {
    const { overrideReason } = direction;
    const changed = await changeCrew(tx, change.jobID, { crew: change.after, overrideReason });
    if (isRefusal(changed)) return changed;
  }
  await tx.db
    .updateTable('dispatch_plan_visit')
    .set({ outcome: direction.done, reason: '' })
    .where('planID', '=', planID)
    .where('jobID', 'in', ids)
    .execute();
  return null;
}

/** Locks the rows of the visits that are still to be changed. */
function lockPlanned(tx: Tx, { planID, group, direction }: Group): Promise<{ jobID: string }[]> {
  return tx.db
    .selectFrom('dispatch_plan_visit')
    .select('jobID')
    .where('planID', '=', planID)
    .where(
      'jobID',
      'in',
      group.map(({ jobID }) => jobID),
    )
    .where(hasOutcome(direction.from))
    .orderBy('jobID')
    .forUpdate()
    .execute();
}

function hasOutcome(outcomes: Direction['from']) {
  return sql<boolean>`coalesce(outcome, '') = any(${outcomes.map((outcome) => outcome ?? '')}::text[])`;
}

function isAsPlanned(jobs: readonly JobRow[], { jobID, startsAt, before }: VisitCrewChange): boolean {
  const job = jobs.find(({ id }) => id === jobID);
  if (job === undefined || job.trashedAt !== null) return false;
  const isSameTime = readDatabaseTime(job.startsAt).equals(readDatabaseTime(startsAt));
  return isSameTime && job.crew.map(({ id }) => id).join() === before.join();
}

function newcomersOf({ before, after }: CrewChange): string[] {
  return after.filter((id) => !before.includes(id));
}

async function saveRefusal(ctx: Context, { planID, group, direction }: Group, reason: string): Promise<void> {
  await ctx.db
    .updateTable('dispatch_plan_visit')
    .set({ outcome: direction.refused, reason })
    .where('planID', '=', planID)
    .where(
      'jobID',
      'in',
      group.map(({ jobID }) => jobID),
    )
    .where(hasOutcome(direction.from))
    .execute();
}

const REASONS: Readonly<Record<string, string>> = {
  changed_meanwhile: 'Someone else has changed this visit.',
  slot_taken: 'A cleaner is no longer free.',
  not_changeable: 'This visit can no longer change.',
  payment_in_progress: 'This visit is being paid. Try again in a moment.',
  unavailable: 'The server was busy. Try again.',
};

/** A specific sentence where there is one, for example who is at another visit. */
function reasonOf({ refusal, detail }: Refusal): string {
  return detail ?? REASONS[refusal] ?? 'This visit could not be changed.';
}
