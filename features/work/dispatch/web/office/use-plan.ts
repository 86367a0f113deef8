import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type DayBoard, readDayBoard } from '#features/work/day-board/contract.ts';
import { isAsProposed, type Proposal } from '#features/work/day-board/rules/proposal.ts';
import { queryOf, useAct } from '#platform/web/api/queries.ts';
import { acceptPlan, type DispatchPlan, getPlan, listPlans, stopPlan, undoPlan } from '../../contract.ts';
import { gainOfVisit, isOpen, type PlannedVisit } from './plan-labels.ts';

/** How often the progress of a running plan is read, in ms. */
const LOOK_EVERY = 500;

const READS = { refresh: [getPlan, listPlans, readDayBoard] };
const NONE: ReadonlySet<string> = new Set();

/** A plan beside the board of its day: what it proposes, what has been left out, and how it is decided. */
export function usePlan(id: string | null, board: DayBoard | undefined) {
  const query = useQuery({
    ...queryOf(getPlan, { params: { id: id ?? '' } }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_EVERY : false),
  });
  const accept = useAct(acceptPlan, READS);
  const undo = useAct(undoPlan, READS);
  const stop = useAct(stopPlan, READS);
  const [skipped, setSkipped] = useState<{ readonly id: string | null; readonly jobs: ReadonlySet<string> }>({
    id,
    jobs: NONE,
  });
  const leftOut = skipped.id === id ? skipped.jobs : NONE;
  const plan = id === null ? undefined : query.data;
  const visits = useMemo(
    () => (plan && board ? proposedVisits(plan, board, leftOut) : []),
    [plan, board, leftOut],
  );
  const [sought, setSought] = useState<Proposal['sought']>(null);
  const isBusy = accept.isPending || undo.isPending;
  const params = { id: id ?? '' };

  const acceptJobs = (jobIDs: readonly string[]) => {
    if (!isBusy && jobIDs.length > 0) accept.mutate({ params, body: { jobIDs: [...jobIDs] } });
  };
  const together = (jobID: string) => groupOf(plan, jobID).map((visit) => visit.jobID);
  const leaveOut = (jobID: string) => {
    const jobs = new Set(leftOut);
    const isBack = jobs.has(jobID);
    for (const each of together(jobID)) isBack ? jobs.delete(each) : jobs.add(each);
    setSkipped({ id, jobs });
  };
  const mayAccept = plan !== undefined && plan.kind !== 'extra-cleaner';
  const acceptOne = (jobID: string) => acceptJobs(together(jobID));
  const decide = mayAccept ? { accept: acceptOne, leaveOut } : undefined;
  const proposal: Proposal | null =
    plan === undefined || visits.length === 0 ? null : { visits, decide, sought };
  return {
    query,
    plan,
    proposal,
    leftOut,
    accept,
    undo,
    isBusy,
    mayAccept,
    acceptOne,
    leaveOut,
    /** Focuses the ghost of a visit on the board. */
    seek: (jobID: string) => setSought({ jobID }),
    /** The visits that “Accept all” accepts. */
    chosen: visits.filter(({ isLeftOut }) => !isLeftOut).map(({ jobID }) => jobID),
    acceptJobs,
    undoAll: () => !isBusy && undo.mutate({ params, body: {} }),
    stop,
    stopNow: () => stop.mutate({ params, body: {} }),
  };
}

export function groupOf(plan: DispatchPlan | undefined, jobID: string): readonly PlannedVisit[] {
  const group = plan?.visits.find((visit) => visit.jobID === jobID)?.group;
  return (
    plan?.visits.filter((visit) => visit.jobID === jobID || (isOpen(visit) && visit.group === group)) ?? []
  );
}

/** Whether a visit has changed since the plan, by what the board shows now. */
export function isOutdated({ jobID, startTime, before }: PlannedVisit, { visits }: DayBoard): boolean {
  const now = visits.find((visit) => visit.jobID === jobID);
  return now === undefined || !isAsProposed(now, { startTime, before: before.map(({ id }) => id) });
}

function proposedVisits(
  plan: DispatchPlan,
  board: DayBoard,
  leftOut: ReadonlySet<string>,
): Proposal['visits'] {
  if (plan.day !== board.day) return [];
  return plan.visits.flatMap((visit) => {
    const { jobID, startTime, before, after } = visit;
    if (after === null || !isOpen(visit) || isOutdated(visit, board)) return [];
    return {
      jobID,
      startTime,
      before: before.map(({ id }) => id),
      after: after.map(({ id }) => id),
      isLeftOut: leftOut.has(jobID),
      gain: gainOfVisit(visit),
    };
  });
}
