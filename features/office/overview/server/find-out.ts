import type { DayVisit } from '#features/work/jobs/server/index.ts';
import { findWorkingCleaners } from '#features/work/schedule/server/index.ts';
import { instantToWire } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Overview } from '../contract.ts';
import { firstStarts, OUT_STATES, type OwnVisit, whereaboutsOf } from '../rules/cleaner-whereabouts.ts';

type Out = Overview['out'];
type OutRow = Out['rows'][number];

/** More do not fit on the page. */
const MAX_ROWS = 40;
/** The first starts before the day begins. */
const MOST_STARTS = 5;

/** Who is out now, from today's visits: those at work first, then those on the way, late, free and off. */
export async function findOut(ctx: Context, visits: readonly DayVisit[]): Promise<Out> {
  const now = ctx.clock.now().epochMilliseconds;
  const byJob = new Map(visits.map((visit) => [visit.jobID, visit]));
  const ownVisits = Map.groupBy(
    visits.flatMap((visit) =>
      visit.crew.map((member) => ({ cleaner: member, visit: ownVisit(visit, member) })),
    ),
    ({ cleaner }) => cleaner.id,
  );
  const working = await findWorkingCleaners(ctx);
  const known = new Set(working.map(({ id }) => id));
  // Someone may be at work on a day that is not in their week.
  const called = [...ownVisits.entries()].flatMap(([id, [first]]) =>
    known.has(id) || first === undefined
      ? []
      : [{ id, fullname: first.cleaner.fullname, isOff: false, isOnShift: false }],
  );
  const rows = [...working, ...called].flatMap(({ id, fullname, isOff, isOnShift }): OutRow[] => {
    const own = (ownVisits.get(id) ?? []).map(({ visit }) => visit);
    const where = whereaboutsOf({ visits: own, isOff, isOnShift }, now);
    if (where === null) return [];
    return [{ cleaner: { id, fullname }, state: where.state, visit: visitOf(ctx, byJob, where.visit) }];
  });
  const of = (state: OutRow['state']) => rows.filter((row) => row.state === state);
  return {
    counts: Object.fromEntries(OUT_STATES.map((state) => [state, of(state).length])) as Out['counts'],
    rows: OUT_STATES.flatMap(of).slice(0, MAX_ROWS),
    first: firstStarts(
      visits.map((visit) => ({ visit, start: visit.start.epochMilliseconds, crew: visit.crew })),
      now,
      MOST_STARTS,
    ).map(({ visit }) => ({
      jobID: visit.jobID,
      startTime: instantToWire(visit.start, ctx.config.BUSINESS_TZ),
      cleaners: visit.crew.map(({ id, fullname }) => ({ id, fullname })),
      customer: visit.customer,
      area: visit.area,
      access: visit.access,
      isNewCustomer: visit.isFirst,
    })),
  };
}

function ownVisit(
  visit: DayVisit,
  { hasSetOut, hasStarted, hasFinished }: DayVisit['crew'][number],
): OwnVisit {
  const [start, end] = [visit.start.epochMilliseconds, visit.end.epochMilliseconds];
  return { jobID: visit.jobID, start, end, hasSetOut, hasStarted, hasFinished };
}

function visitOf({ config }: Context, byJob: ReadonlyMap<string, DayVisit>, own: OwnVisit | null) {
  const visit = own === null ? undefined : byJob.get(own.jobID);
  if (visit === undefined) return null;
  const wire = (at: Temporal.Instant) => instantToWire(at, config.BUSINESS_TZ);
  return {
    jobID: visit.jobID,
    customer: visit.customer,
    startTime: wire(visit.start),
    endTime: wire(visit.end),
  };
}
