import {
  breakFor,
  LEAST_HOURS,
  MOST_HOURS,
  type VisitLength,
} from '#features/schedule/rules/visit-length.ts';
import type { FieldError } from '#platform/kernel/refusal.ts';

/** What of a package decides how big a visit is. */
export interface SizedPackage {
  readonly pricingType: 'fixed' | 'hourly';
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

/** How long and how many: the package's, or what the person chose where the package is paid by the hour. */
export function sizeVisit(
  sized: SizedPackage,
  request: SizeRequest,
): VisitSize | { readonly errors: readonly FieldError[] } {
  const hours = request.hours ?? sized.hoursPerCleaner;
  const numCleaners = request.numCleaners ?? sized.numCleaners;
  const errors = [...wrongHours(sized, hours), ...wrongCleaners(sized, numCleaners)];
  if (errors.length > 0) return { errors };
  const ownLength = hours === sized.hoursPerCleaner;
  return { hours, numCleaners, breakHours: breakFor(hours, ownLength ? sized.breakHours : 0) };
}

function wrongHours(sized: SizedPackage, hours: number): FieldError[] {
  if (hours === sized.hoursPerCleaner) return [];
  if (sized.pricingType === 'fixed') {
    return [{ path: 'hours', message: `This package takes ${sized.hoursPerCleaner} hours.` }];
  }
  if (hours < LEAST_HOURS) return [{ path: 'hours', message: `Book at least ${LEAST_HOURS} hours.` }];
  if (hours > MOST_HOURS)
    return [{ path: 'hours', message: `Book at most ${MOST_HOURS} hours per cleaner.` }];
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
