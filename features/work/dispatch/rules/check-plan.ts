import type { Plan, PlanCleaner, PlanVisit, Problem, TravelMatrix, VisitPlan } from './problem.ts';

/** What a plan breaks. */
export interface Violation {
  readonly rule:
    | 'crew-size'
    | 'twice-in-crew'
    | 'not-suited'
    | 'pinned'
    | 'frozen'
    | 'too-early'
    | 'too-late'
    | 'not-together'
    | 'outside-hours'
    | 'travel'
    | 'long-day';
  /** The visit's index; absent for a rule about a cleaner's whole day. */
  readonly visit?: number;
  /** The cleaner's index. */
  readonly cleaner?: number;
}

/** Rounding differences of starts, in minutes. */
const ROUNDING = 1e-6;

/**
 * Everything that a plan breaks, by rules written independently of the search, as plainly as possible. A plan is stored
 * only if it breaks nothing that the day did not break before.
 */
export function checkPlan(problem: Problem, plan: Plan): Violation[] {
  const byVisit = problem.visits.flatMap((visit, v) => {
    const planned = plan.visits[v];
    if (planned === undefined || planned.crew.length !== visit.positions.length) {
      return [{ rule: 'crew-size' as const, visit: v }];
    }
    return [...checkCrew(visit, planned), ...checkStarts(visit, planned)].map((found) => ({
      ...found,
      visit: v,
    }));
  });
  const byCleaner = problem.cleaners.flatMap((cleaner, c) =>
    checkDay(problem, cleaner, stopsOf(problem, plan, c)).map((found) => ({ ...found, cleaner: c })),
  );
  return [...byVisit, ...byCleaner];
}

/** What `after` breaks and `before` does not. */
export function newViolations(problem: Problem, before: Plan, after: Plan): Violation[] {
  const known = new Set(checkPlan(problem, before).map((found) => JSON.stringify(found)));
  return checkPlan(problem, after).filter((found) => !known.has(JSON.stringify(found)));
}

function checkCrew(visit: PlanVisit, { crew, starts }: VisitPlan): Violation[] {
  const found: Violation[] = [];
  const members = crew.filter((cleaner) => cleaner !== null);
  if (new Set(members).size !== members.length) found.push({ rule: 'twice-in-crew' });
  if (visit.isFrozen) {
    const isSame = crew.every((cleaner, i) => cleaner === visit.before?.crew[i]);
    const isAtSameTime = starts.every((start) => start === visit.before?.starts[0]);
    return isSame && isAtSameTime ? found : [...found, { rule: 'frozen' }];
  }
  for (const [i, cleaner] of crew.entries()) {
    const { pinned, suited = [] } = visit.positions[i] ?? {};
    if (pinned !== undefined && cleaner !== pinned) found.push({ rule: 'pinned' });
    if (pinned === undefined && cleaner !== null && !suited.includes(cleaner)) {
      found.push({ rule: 'not-suited', cleaner });
    }
  }
  const isPinned = visit.positions.map(({ pinned }) => pinned !== undefined);
  const others = crew.filter((_, i) => !isPinned[i]);
  const missing = others.filter((cleaner) => cleaner === null).length;
  // Nobody comes, or all who are needed.
  if (missing > 0 && missing < others.length) found.push({ rule: 'crew-size' });
  return found;
}

function checkStarts(visit: PlanVisit, { crew, starts }: VisitPlan): Violation[] {
  if (visit.isFrozen || crew.every((cleaner) => cleaner === null)) return [];
  const found: Violation[] = [];
  const last = visit.latest + visit.maxLateMinutes;
  if (starts.some((start) => start < visit.earliest - ROUNDING)) found.push({ rule: 'too-early' });
  if (starts.some((start) => start > last + ROUNDING)) found.push({ rule: 'too-late' });
  const [first = 0, second = first] = starts;
  const [least, most] = visit.gap ?? [0, 0];
  const isTogether = visit.gap !== undefined || starts.every((start) => start === first);
  const isApart = second - first >= least - ROUNDING && second - first <= most + ROUNDING;
  if (!isTogether || !isApart) found.push({ rule: 'not-together' });
  return found;
}

/** A cleaner at a visit. */
interface Stop {
  readonly visit: number;
  readonly place: number;
  readonly start: number;
  readonly end: number;
  readonly isFrozen: boolean;
}

function stopsOf({ visits }: Problem, plan: Plan, cleaner: number): Stop[] {
  const stops = visits.flatMap((visit, v) => {
    const position = plan.visits[v]?.crew.indexOf(cleaner) ?? -1;
    if (position === -1) return [];
    const start = plan.visits[v]?.starts[position] ?? 0;
    const end = start + (visit.positions[position]?.minutes ?? 0);
    return [{ visit: v, place: visit.place, start, end, isFrozen: visit.isFrozen === true }];
  });
  return stops.sort((a, b) => a.start - b.start || a.end - b.end);
}

function checkDay({ travel }: Problem, cleaner: PlanCleaner, stops: readonly Stop[]): Violation[] {
  const found: Violation[] = [];
  const minutes = stops.reduce((sum, { start, end }) => sum + end - start, 0);
  if (minutes > cleaner.maxMinutes + ROUNDING) found.push({ rule: 'long-day' });
  for (const [i, stop] of stops.entries()) {
    const isWithin = cleaner.atWork.some(
      ([from, until]) => from <= stop.start + ROUNDING && stop.end <= until + ROUNDING,
    );
    if (!isWithin && !stop.isFrozen) found.push({ rule: 'outside-hours', visit: stop.visit });
    const before = stops[i - 1];
    const arrival =
      before === undefined ? arrivalFromHome(travel, cleaner, stop) : arrivalFrom(travel, before, stop);
    if (arrival > stop.start + ROUNDING) found.push({ rule: 'travel', visit: stop.visit });
  }
  return found;
}

function arrivalFromHome(travel: TravelMatrix, { home, setsOutAt }: PlanCleaner, stop: Stop): number {
  if (setsOutAt === null) return Number.NEGATIVE_INFINITY;
  return home === null ? setsOutAt : setsOutAt + (travel.keep[home * travel.places + stop.place] ?? 0);
}

function arrivalFrom(travel: TravelMatrix, before: Stop, stop: Stop): number {
  return before.end + (travel.keep[before.place * travel.places + stop.place] ?? 0);
}
