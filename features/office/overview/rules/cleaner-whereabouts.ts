/** Where a cleaner is now: the first that applies, in this order. */
export const OUT_STATES = ['at-work', 'on-the-way', 'late', 'free', 'off'] as const;
export type OutState = (typeof OUT_STATES)[number];

/** One visit of a cleaner today. Times in milliseconds since 1970. */
export interface OwnVisit {
  readonly jobID: string;
  readonly start: number;
  readonly end: number;
  readonly hasSetOut: boolean;
  readonly hasStarted: boolean;
  readonly hasFinished: boolean;
}

interface Whereabouts {
  readonly state: OutState;
  /** The current visit, or the next one of a free cleaner. */
  readonly visit: OwnVisit | null;
}

interface Starting {
  readonly start: number;
  readonly crew: readonly { readonly hasSetOut: boolean; readonly hasStarted: boolean }[];
}

/** The visits with which the day begins, for the office before it does: none once somebody is out. */
export function firstStarts<V extends Starting>(
  visits: readonly V[],
  now: number,
  most: number,
): readonly V[] {
  const hasBegun = visits.some(
    ({ start, crew }) => start <= now || crew.some(({ hasSetOut, hasStarted }) => hasSetOut || hasStarted),
  );
  return hasBegun ? [] : visits.toSorted((a, b) => a.start - b.start).slice(0, most);
}

interface Today {
  readonly visits: readonly OwnVisit[];
  readonly isOff: boolean;
  /** Within their working hours. */
  readonly isOnShift: boolean;
}

/** Where a cleaner is now; null if they are at home: their day has not begun or is over. */
export function whereaboutsOf({ visits, isOff, isOnShift }: Today, now: number): Whereabouts | null {
  const open = visits.filter((visit) => !visit.hasFinished).toSorted((a, b) => a.start - b.start);
  const current = open.find((visit) => visit.hasStarted);
  if (current !== undefined) return { state: 'at-work', visit: current };
  if (isOff) return { state: 'off', visit: null };
  const next = open.find((visit) => visit.end > now);
  if (next?.hasSetOut) return { state: 'on-the-way', visit: next };
  if (next !== undefined && next.start <= now) return { state: 'late', visit: next };
  return isOnShift ? { state: 'free', visit: next ?? null } : null;
}
