import type { Hours } from '#platform/kernel/money.ts';

/** Nobody comes for less, unless the package itself is shorter. Source: DOMAIN.md 2.2. */
export const LEAST_HOURS: Hours = 3;
/** More than this needs a break. Source: Employment Act Part IV, no more than 6 consecutive hours. */
export const HOURS_WITHOUT_BREAK: Hours = 6;
/** The shortest break that counts: 45 minutes. Source: Employment Act Part IV. */
export const LEAST_BREAK_HOURS: Hours = 0.75;
/** Working hours of one visit without overtime. Source: Employment Act Part IV, 8 hours a day. */
export const MOST_HOURS: Hours = 8;

/** How long a crew member works and rests. */
export interface VisitLength {
  readonly hours: Hours;
  readonly breakHours: Hours;
}

/** The break that goes with so many hours: the package's own, but never less than the law's. */
export function breakFor(hours: Hours, packageBreak: Hours = 0): Hours {
  return hours > HOURS_WITHOUT_BREAK ? Math.max(packageBreak, LEAST_BREAK_HOURS) : packageBreak;
}

/** Minutes in the diary: work and break. Billing counts the work alone. */
export function visitMinutes(length: VisitLength): number {
  return Math.round((length.hours + length.breakHours) * 60);
}
