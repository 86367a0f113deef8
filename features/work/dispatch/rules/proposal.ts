import { costOf, rideMinutesOf } from './plan-cost.ts';
import { isIncomplete, type Plan, type Problem, type VisitPlan } from './problem.ts';

/** The day before or after a plan, in figures. */
export interface DayTotals {
  readonly incomplete: number;
  /** Minutes between visits, and from and to home. */
  readonly rideMinutes: number;
  /** Hours of the cleaner who works longest. */
  readonly longestDay: number;
  /** Cleaners at homes where the customer does not know them. */
  readonly unfamiliar: number;
}

/** A visit that changes, or that nobody can do. */
export interface Proposed {
  /** The visit's index. */
  readonly visit: number;
  /** By position; null: nobody can come. */
  readonly crew: readonly number[] | null;
  /** Minutes of travel that this change saves, everything else being as planned. */
  readonly savedMinutes: number;
}

export interface Proposal {
  readonly before: DayTotals;
  readonly after: DayTotals;
  readonly visits: readonly Proposed[];
}

/** The plan before. */
export function planBefore({ visits }: Problem): Plan {
  return {
    visits: visits.map(
      ({ before, positions, earliest }) =>
        before ?? { crew: positions.map(() => null), starts: positions.map(() => earliest) },
    ),
  };
}

/** What a plan changes, with its gains. Members who stay keep their positions. */
export function propose(problem: Problem, found: Plan): Proposal {
  const before = planBefore(problem);
  const after = { visits: found.visits.map((visit, v) => inPositions(before.visits[v] ?? visit, visit)) };
  const visits = after.visits.flatMap((planned, v): Proposed[] => {
    const was = before.visits[v] ?? planned;
    if (isIncomplete(planned)) return [{ visit: v, crew: null, savedMinutes: 0 }];
    if (planned.crew.join() === was.crew.join()) return [];
    const without = { visits: after.visits.map((visit, i) => (i === v ? was : visit)) };
    const crew = planned.crew.filter((cleaner) => cleaner !== null);
    // What it costs to send anyone at all to a visit without a crew is no loss.
    const affected = [...new Set([...was.crew, ...crew])].filter((cleaner) => cleaner !== null);
    const rides = (plan: Plan) => rideMinutesOf(problem, plan, affected);
    const saved = isIncomplete(was) ? 0 : rides(without) - rides(after);
    return [{ visit: v, crew, savedMinutes: Math.round(saved) }];
  });
  return { before: totalsOf(problem, before), after: totalsOf(problem, after), visits };
}

/** The crew in the order of the one before: those who stay keep their positions, newcomers fill the others. */
function inPositions(before: VisitPlan, after: VisitPlan): VisitPlan {
  const newcomers = after.crew.filter((cleaner) => cleaner === null || !before.crew.includes(cleaner));
  const crew = before.crew.map((cleaner) =>
    cleaner !== null && after.crew.includes(cleaner) ? cleaner : (newcomers.shift() ?? null),
  );
  return { ...after, crew };
}

function totalsOf(problem: Problem, plan: Plan): DayTotals {
  const minutesOf = (c: number) =>
    problem.visits.reduce((sum, { positions }, v) => {
      const position = plan.visits[v]?.crew.indexOf(c) ?? -1;
      return sum + (positions[position]?.minutes ?? 0);
    }, 0);
  const { incomplete, ride, homeRide } = costOf(problem, plan);
  return {
    incomplete,
    rideMinutes: Math.round(ride + homeRide),
    longestDay: Math.max(0, ...problem.cleaners.map((_, c) => minutesOf(c))) / 60,
    unfamiliar: problem.visits.reduce((sum, { preference }, v) => {
      const crew = plan.visits[v]?.crew ?? [];
      return sum + crew.filter((c) => c !== null && (preference?.[c] ?? 0) > 0).length;
    }, 0),
  };
}
