/** A cleaner who clocks within this many minutes of the planned time is paid the planned time. */
export const TOLERANCE_MINUTES = 10;

/**
 * Clock times this much longer than planned, break included, are taken for a forgotten clock-out and not paid as they
 * stand: crews stay an hour or two longer, not half a day.
 */
export const IMPLAUSIBLE_AFTER_MINUTES = 180;

/** Minutes of one cleaner in one visit. Times in milliseconds since 1970. */
export interface VisitTime {
  /** The agreed time. */
  readonly start: number;
  readonly end: number;
  /** The midnight after the agreed end, in business time. */
  readonly midnight: number;
  /** The agreed working time, without the break. */
  readonly plannedMinutes: number;
  /** The agreed unpaid break. */
  readonly breakMinutes: number;
  /** Null if the cleaner did not clock. */
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** The office has set these times: they are paid as they stand. */
  readonly isCorrected: boolean;
  /** Cancelled, in the trash or replaced, although the cleaner has worked. */
  readonly isCancelled: boolean;
  /** Paid in another month already: the visit was moved after that month was approved. */
  readonly isPaidBefore: boolean;
  /** Milliseconds that an earlier visit of the cleaner has in common with this one (`sharedTimes`). */
  readonly shared: number;
}

/** Why a line needs a look before it is paid. */
export const FLAGS = [
  'no-clock-in',
  'no-clock-out',
  'implausible',
  'overlap',
  'longer',
  'shorter',
  'cancelled',
  'paid-before',
] as const;
export type Flag = (typeof FLAGS)[number];

/** In words, of one visit. */
export const FLAG_NAMES: Readonly<Record<Flag, string>> = {
  'no-clock-in': 'Not clocked in',
  'no-clock-out': 'Not clocked out',
  implausible: 'Clock-out forgotten?',
  overlap: 'Overlaps another visit',
  longer: 'Longer than planned',
  shorter: 'Shorter than planned',
  cancelled: 'Cancelled or replaced',
  'paid-before': 'Paid in another month',
};

export interface PaidTime {
  /** From clock-in to clock-out, to the nearest minute; null without both. */
  readonly clockedMinutes: number | null;
  readonly paidMinutes: number;
  readonly flag: Flag | null;
}

/**
 * The time that a cleaner is paid for a visit, in minutes. Clocked time counts; up to ten minutes more or less than
 * planned, the planned time. Without both clock events, and with ones that are implausible, the planned time counts,
 * flagged. Time that an earlier visit has in common with this one counts there. Of the time beyond the planned time, the
 * agreed break is not paid. What was paid in another month is not paid again.
 */
export function paidTime(visit: VisitTime): PaidTime {
  const time = workedTime(visit);
  return visit.isPaidBefore ? { ...time, paidMinutes: 0, flag: 'paid-before' } : time;
}

function workedTime(visit: VisitTime): PaidTime {
  const { plannedMinutes, startedAt, finishedAt, shared } = visit;
  const clockedMinutes = startedAt === null || finishedAt === null ? null : minutesOf(finishedAt - startedAt);
  const assumed = whyAssumed(visit);
  if (assumed !== null) {
    const paidMinutes = Math.max(0, plannedMinutes - minutesOf(shared));
    return { clockedMinutes, paidMinutes, flag: assumed };
  }
  const worked = withoutBreak(minutesOf((finishedAt ?? 0) - (startedAt ?? 0) - shared), visit);
  const isAsPlanned = Math.abs(worked - plannedMinutes) <= TOLERANCE_MINUTES;
  return {
    clockedMinutes,
    paidMinutes: isAsPlanned ? plannedMinutes : worked,
    flag: flagOf(visit, isAsPlanned ? 0 : worked - plannedMinutes),
  };
}

function flagOf({ shared, isCancelled }: VisitTime, difference: number): Flag | null {
  if (minutesOf(shared) > 0) return 'overlap';
  if (isCancelled) return 'cancelled';
  if (difference === 0) return null;
  return difference > 0 ? 'longer' : 'shorter';
}

/** Why the planned time is paid rather than the clocked time; null if the clocked time is. */
function whyAssumed(visit: VisitTime): 'no-clock-in' | 'no-clock-out' | 'implausible' | null {
  const { startedAt, finishedAt, isCorrected, plannedMinutes, breakMinutes, midnight } = visit;
  if (startedAt === null) return 'no-clock-in';
  if (finishedAt === null) return 'no-clock-out';
  const longest = (plannedMinutes + breakMinutes + IMPLAUSIBLE_AFTER_MINUTES) * MINUTE_MS;
  return !isCorrected && (finishedAt - startedAt > longest || finishedAt > midnight) ? 'implausible' : null;
}

const MINUTE_MS = 60_000;

function minutesOf(milliseconds: number): number {
  return Math.round(milliseconds / MINUTE_MS);
}

function withoutBreak(worked: number, { plannedMinutes, breakMinutes }: VisitTime): number {
  return worked <= plannedMinutes ? worked : Math.max(plannedMinutes, worked - breakMinutes);
}

/**
 * Of a cleaner's visits in one month: the milliseconds of each that an earlier one covers already, in the same order.
 * Nobody works twice at once, so this time is paid once, with the visit that begins first. Where the planned time is
 * paid, it is taken to begin at the clock-in, or as agreed.
 */
export function sharedTimes(visits: readonly Omit<VisitTime, 'shared'>[]): number[] {
  const shared = visits.map(() => 0);
  const order = visits
    .map((visit, index) => ({ index, span: paidSpan({ ...visit, shared: 0 }) }))
    .filter(({ index }) => !visits[index]?.isPaidBefore)
    .sort((a, b) => a.span.from - b.span.from || a.index - b.index);
  let covered = Number.NEGATIVE_INFINITY;
  for (const { index, span } of order) {
    shared[index] = Math.max(0, Math.min(covered, span.to) - span.from);
    covered = Math.max(covered, span.to);
  }
  return shared;
}

function paidSpan(visit: VisitTime): { readonly from: number; readonly to: number } {
  const { start, end, startedAt, finishedAt } = visit;
  if (whyAssumed(visit) === null) return { from: startedAt ?? start, to: finishedAt ?? end };
  const from = startedAt ?? start;
  return { from, to: from + end - start };
}
