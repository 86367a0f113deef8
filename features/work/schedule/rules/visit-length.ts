import {
  isCreditPackage,
  needsBreak,
  type PricingType,
  SHORTEST_BREAK,
} from '#features/catalogue/packages/rules/package.ts';
import { instantToWire } from '#platform/kernel/business-time.ts';
import type { Hours } from '#platform/kernel/money.ts';
import type { FieldError } from '#platform/kernel/refusal.ts';

/** The minimum hours of a visit, unless the package itself is shorter. Firms in Singapore ask for 2.5 to 3. */
export const MIN_HOURS: Hours = 3;
/** Maximum working hours of one visit without overtime. Source: Employment Act Part IV, 8 hours a day. */
export const MAX_HOURS: Hours = 8;

/** A crew member's working and break time. */
export interface VisitLength {
  readonly hours: Hours;
  readonly breakHours: Hours;
}

/** The break for these hours: the package's own, but at least the statutory one. */
export function breakFor(hours: Hours, packageBreak: Hours = 0): Hours {
  return needsBreak(hours) ? Math.max(packageBreak, SHORTEST_BREAK) : packageBreak;
}

/** Minutes in the diary: work and break. Only work is billed. */
export function visitMinutes(length: VisitLength): number {
  return Math.round((length.hours + length.breakHours) * 60);
}

/** Why a visit cannot end when a client says that it does: its end follows from its start and length. */
export function wrongEnd(
  sent: Temporal.Instant | null,
  visit: VisitLength & { readonly start: Temporal.Instant },
): FieldError | null {
  const end = visit.start.add({ minutes: visitMinutes(visit) });
  if (sent === null || sent.equals(end)) return null;
  return {
    path: 'endTime',
    message: `This visit ends at ${instantToWire(end)}. Send that, or leave it out.`,
  };
}

/** The fields of a package that determine the size of a visit. */
export interface SizedPackage {
  readonly category: string;
  readonly pricingType: PricingType;
  readonly hoursPerCleaner: number;
  readonly numCleaners: number;
  readonly breakHours: number;
}

export interface SizeRequest {
  readonly hours?: number | undefined;
  readonly numCleaners?: number | undefined;
}

export interface VisitSize extends VisitLength {
  readonly numCleaners: number;
}

/**
 * Hours and number of cleaners: the package's, or the customer's choice if the package is billed hourly. Offers, quotes
 * and bookings all use this, so an offered time is as long as what is booked.
 */
export function sizeVisit(
  sized: SizedPackage,
  request: SizeRequest,
): VisitSize | { readonly errors: readonly FieldError[] } {
  if (isCreditPackage(sized)) return { errors: [NO_VISIT] };
  const hours = request.hours ?? sized.hoursPerCleaner;
  const numCleaners = request.numCleaners ?? sized.numCleaners;
  const errors = [...wrongHours(sized, hours), ...wrongCleaners(sized, numCleaners)];
  if (errors.length > 0) return { errors };
  const ownLength = hours === sized.hoursPerCleaner;
  return { hours, numCleaners, breakHours: breakFor(hours, ownLength ? sized.breakHours : 0) };
}

const NO_VISIT: FieldError = {
  path: 'packageID',
  message: 'This package is for credits. Choose one for a visit.',
};

function wrongHours(sized: SizedPackage, hours: number): FieldError[] {
  if (hours === sized.hoursPerCleaner) return [];
  if (sized.pricingType === 'fixed') {
    return [{ path: 'hours', message: `This package takes ${sized.hoursPerCleaner} hours.` }];
  }
  if (hours < MIN_HOURS) return [{ path: 'hours', message: `Book at least ${MIN_HOURS} hours.` }];
  if (hours > MAX_HOURS) return [{ path: 'hours', message: `Book at most ${MAX_HOURS} hours per cleaner.` }];
  return [];
}

function wrongCleaners(sized: SizedPackage, numCleaners: number): FieldError[] {
  if (numCleaners === sized.numCleaners || sized.pricingType === 'hourly') return [];
  return [
    {
      path: 'numCleaners',
      message: `This package comes with ${sized.numCleaners === 1 ? '1 cleaner' : `${sized.numCleaners} cleaners`}.`,
    },
  ];
}
