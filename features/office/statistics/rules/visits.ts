import { LATE_AFTER } from '#features/work/jobs/rules/attention.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import { type Cents, type Hours, roundToCents } from '#platform/kernel/money.ts';

export interface Visit {
  readonly status: string;
  /** `done` once its whole crew has clocked out. */
  readonly stage: string;
  readonly end: Temporal.Instant;
  readonly isTrashed: boolean;
}

/**
 * Whether a visit has been done: it goes ahead, and its crew has clocked out or its planned end has passed. A forgotten
 * clock-out does not change what was earned; a visit that did not take place is cancelled or moved.
 */
export function isDone(visit: Visit, now: Temporal.Instant): boolean {
  if (visit.isTrashed || !goesAhead(visit.status)) return false;
  return visit.stage === 'done' || Temporal.Instant.compare(visit.end, now) <= 0;
}

/** Hours of credit of one tier. */
export interface UsedHours {
  readonly hours: Hours;
  /** Whole dollars: the tier. */
  readonly perHour: number;
}

/** Hours of credit at the price of their tier, in cents. Complimentary hours are worth nothing. */
export function worthOf(used: readonly UsedHours[]): Cents {
  return used.reduce((sum, { hours, perHour }) => sum + roundToCents(hours * perHour * 100), 0);
}

/**
 * What a visit that was done has earned, in cents, GST included: the money agreed for it (after promo code and hours),
 * whether it is paid yet or not, and its hours of credit at the price of their tier. Later refunds do not change it: they
 * are in the money taken.
 */
export function earnedOf(visit: { readonly amountToPay: Cents; readonly used: readonly UsedHours[] }): Cents {
  return visit.amountToPay + worthOf(visit.used);
}

/** Minutes after the planned start within which a clock-in counts as on time: afterwards the office is told. */
export const ON_TIME_MINUTES = LATE_AFTER.minutes;

/** `missing`: never clocked in, so that nothing is known. */
export type Arrival = 'on-time' | 'late' | 'missing';

/** How a cleaner of a visit that was done arrived. */
export function arrivalOf(start: Temporal.Instant, clockedIn: Temporal.Instant | null): Arrival {
  if (clockedIn === null) return 'missing';
  const latest = start.add({ minutes: ON_TIME_MINUTES });
  return Temporal.Instant.compare(clockedIn, latest) <= 0 ? 'on-time' : 'late';
}

/**
 * Whether a repeat visit had a cleaner of the customer's previous one: the last that began before it and goes ahead.
 * With several cleaners, one is enough.
 */
export function hasSameCleaner(crew: readonly string[], previousCrew: readonly string[]): boolean {
  return crew.some((cleaner) => previousCrew.includes(cleaner));
}

/** A share in whole percent; null if there is nothing to compare with. */
export function percentOfAll(part: number, all: number): number | null {
  return all === 0 ? null : Math.round((part / all) * 100);
}
