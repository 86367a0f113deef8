import type { Plan, PlanVisit, Problem } from './problem.ts';

/** Why a cleaner cannot do a visit, or what it costs, next to everything else in a plan. */
export type Explanation =
  | { readonly reason: 'not-suited' | 'off' | 'in-crew' }
  /** At another visit until then, in minutes of the day. */
  | { readonly reason: 'busy'; readonly visit: string; readonly until: number }
  /** Comes from another visit and arrives that late. */
  | { readonly reason: 'late'; readonly visit: string; readonly minutes: number }
  /** Would be late for the visit after this one. */
  | { readonly reason: 'late-for-next'; readonly visit: string; readonly minutes: number }
  | { readonly reason: 'long-day'; readonly minutes: number }
  /** Possible: the additional travel in minutes, and whether the customer knows the cleaner. */
  | { readonly reason: 'possible'; readonly rideMinutes: number; readonly preference: number };

interface Stop {
  readonly visit: PlanVisit;
  readonly start: number;
  readonly end: number;
}

/** The first rule that keeps a cleaner from a visit at its planned start, or what it would cost. */
export function explain(problem: Problem, plan: Plan, v: number, c: number): Explanation {
  const visit = problem.visits[v];
  const cleaner = problem.cleaners[c];
  const planned = plan.visits[v];
  if (visit === undefined || cleaner === undefined || planned === undefined) {
    throw new Error(`No visit ${v} or cleaner ${c}`);
  }
  if (planned.crew.includes(c)) return { reason: 'in-crew' };
  if (!visit.positions.some(({ suited }) => suited.includes(c))) return { reason: 'not-suited' };
  const start = planned.starts[0] ?? visit.earliest;
  const end = start + (visit.positions[0]?.minutes ?? 0);
  if (!cleaner.atWork.some(([from, until]) => from <= start && end <= until)) return { reason: 'off' };
  const stops = stopsOf(problem, plan, c);
  const overlapping = stops.find((stop) => stop.start < end && start < stop.end);
  if (overlapping) return { reason: 'busy', visit: overlapping.visit.id, until: overlapping.end };
  const before = stops.findLast((stop) => stop.end <= start);
  const after = stops.find((stop) => stop.start >= end);
  const late = before ? before.end + minutes(problem, 'keep', before.visit.place, visit.place) - start : 0;
  if (before && late > 0) return { reason: 'late', visit: before.visit.id, minutes: late };
  const lateNext = after ? end + minutes(problem, 'keep', visit.place, after.visit.place) - after.start : 0;
  if (after && lateNext > 0) return { reason: 'late-for-next', visit: after.visit.id, minutes: lateNext };
  const total = stops.reduce((sum, stop) => sum + stop.end - stop.start, end - start);
  if (total > cleaner.maxMinutes) return { reason: 'long-day', minutes: total };
  const rideMinutes = detour(problem, { from: before?.visit.place, to: after?.visit.place }, visit.place);
  return { reason: 'possible', rideMinutes, preference: visit.preference?.[c] ?? 0 };
}

/** In the words of the day board. `timeOf` writes a time, and `placeOf` the area of a visit. */
export function explanationText(
  found: Explanation,
  words: { readonly timeOf: (minute: number) => string; readonly placeOf: (visit: string) => string },
): string {
  switch (found.reason) {
    case 'not-suited':
      return 'The office keeps them free of this kind of work';
    case 'off':
      return 'Not working at this time';
    case 'in-crew':
      return 'In the crew';
    case 'busy':
      return `At another visit until ${words.timeOf(found.until)}`;
    case 'late':
      return `Arrives ${Math.ceil(found.minutes)} min late from ${words.placeOf(found.visit)}`;
    case 'late-for-next':
      return `Would be ${Math.ceil(found.minutes)} min late for the next visit in ${words.placeOf(found.visit)}`;
    case 'long-day':
      return `Would work ${Math.round(found.minutes / 6) / 10} hours that day`;
    case 'possible':
      return found.rideMinutes <= 0 ? 'No extra travel' : `${Math.round(found.rideMinutes)} min more travel`;
  }
}

function stopsOf({ visits }: Problem, plan: Plan, c: number): Stop[] {
  const stops = visits.flatMap((visit, v): Stop[] => {
    const position = plan.visits[v]?.crew.indexOf(c) ?? -1;
    if (position === -1) return [];
    const start = plan.visits[v]?.starts[position] ?? 0;
    return [{ visit, start, end: start + (visit.positions[position]?.minutes ?? 0) }];
  });
  return stops.sort((a, b) => a.start - b.start);
}

interface Neighbours {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

function detour(problem: Problem, { from, to }: Neighbours, via: number): number {
  const leg = (a: number | undefined, b: number | undefined) =>
    a === undefined || b === undefined ? 0 : minutes(problem, 'ride', a, b);
  return leg(from, via) + leg(via, to) - leg(from, to);
}

function minutes({ travel }: Problem, what: 'keep' | 'ride', from: number, to: number): number {
  return travel[what][from * travel.places + to] ?? 0;
}
