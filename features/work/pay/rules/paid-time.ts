/** A cleaner who clocks within this many minutes of the planned time is paid the planned time. */
export const TOLERANCE_MINUTES = 10;

/** Minutes of one cleaner in one visit. */
export interface VisitTime {
  /** The agreed working time, without the break. */
  readonly plannedMinutes: number;
  /** The agreed unpaid break. */
  readonly breakMinutes: number;
  /** Milliseconds since 1970; null if the cleaner did not clock. */
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** Cancelled or in the trash, although the cleaner clocked in and out. */
  readonly isCancelled: boolean;
  /** Paid in another month already: the visit was moved after that month was approved. */
  readonly isPaidBefore: boolean;
}

/** Why a line needs a look before it is paid. */
export const FLAGS = [
  'no-clock-in',
  'no-clock-out',
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
  longer: 'Longer than planned',
  shorter: 'Shorter than planned',
  cancelled: 'Cancelled after the visit',
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
 * planned, the planned time. Without both clock events the planned time counts, flagged. Of the time beyond the planned
 * time, the agreed break is not paid. What was paid in another month is not paid again.
 */
export function paidTime(visit: VisitTime): PaidTime {
  const time = workedTime(visit);
  return visit.isPaidBefore ? { ...time, paidMinutes: 0, flag: 'paid-before' } : time;
}

function workedTime(visit: VisitTime): PaidTime {
  const { plannedMinutes, startedAt, finishedAt } = visit;
  if (startedAt === null) return { clockedMinutes: null, paidMinutes: plannedMinutes, flag: 'no-clock-in' };
  if (finishedAt === null) return { clockedMinutes: null, paidMinutes: plannedMinutes, flag: 'no-clock-out' };
  const clockedMinutes = Math.round((finishedAt - startedAt) / 60_000);
  const worked = withoutBreak(clockedMinutes, visit);
  const isAsPlanned = Math.abs(worked - plannedMinutes) <= TOLERANCE_MINUTES;
  const difference = worked > plannedMinutes ? 'longer' : 'shorter';
  const flag = isAsPlanned ? null : difference;
  return {
    clockedMinutes,
    paidMinutes: isAsPlanned ? plannedMinutes : worked,
    flag: visit.isCancelled ? 'cancelled' : flag,
  };
}

function withoutBreak(clocked: number, { plannedMinutes, breakMinutes }: VisitTime): number {
  return clocked <= plannedMinutes ? clocked : Math.max(plannedMinutes, clocked - breakMinutes);
}
