import { needsBreak, SHORTEST_BREAK } from '#features/packages/rules/package.ts';
import type { Hours } from '#platform/kernel/money.ts';

/** Nobody comes for less, unless the package itself is shorter. Source: DOMAIN.md 2.2. */
export const LEAST_HOURS: Hours = 3;
/** Working hours of one visit without overtime. Source: Employment Act Part IV, 8 hours a day. */
export const MOST_HOURS: Hours = 8;

/** How long a crew member works and rests. */
export interface VisitLength {
  readonly hours: Hours;
  readonly breakHours: Hours;
}

/** The break that goes with so many hours: the package's own, but never less than the law's. */
export function breakFor(hours: Hours, packageBreak: Hours = 0): Hours {
  return needsBreak(hours) ? Math.max(packageBreak, SHORTEST_BREAK) : packageBreak;
}

/** Minutes in the diary: work and break. Billing counts the work alone. */
export function visitMinutes(length: VisitLength): number {
  return Math.round((length.hours + length.breakHours) * 60);
}
