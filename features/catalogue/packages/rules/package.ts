import { type Cents, type Hours, roundToCents } from '#platform/kernel/money.ts';

export const JOB_TYPES = ['regular', 'one-time', 'spring-cleaning', 'moving-in-out'] as const;
export type JobType = (typeof JOB_TYPES)[number];

export const PRICING_TYPES = ['fixed', 'hourly'] as const;
export type PricingType = (typeof PRICING_TYPES)[number];

/** Whether a visit is paid with prepaid hours: hour for hour, not at all, or at their tier's price with the rest by card. */
export const TAKES_HOURS = ['yes', 'no', 'with-difference'] as const;
export type TakesHours = (typeof TAKES_HOURS)[number];

/** The category of packages of prepaid hours, as opposed to visits. */
export const CREDIT_CATEGORY = 'credit';

/** The hourly price tiers of credit packages, in cents: small, medium and large packages. 0: complimentary. */
export const CREDIT_TIERS: readonly Cents[] = [2700, 2500, 2400, 0];

/** Maximum hours of work without a break. Source: Employment Act, Part IV. */
export const LONGEST_WITHOUT_BREAK: Hours = 6;
/** 45 minutes, the minimum break of a longer day. Source: the same. */
export const SHORTEST_BREAK: Hours = 0.75;
/** Maximum hours of a working day including overtime and breaks, equal to our opening hours. Source: the same. */
export const LONGEST_DAY: Hours = 12;

/** A stored package: complete and consistent. Money in cents, time in hours. */
export interface PackageTerms {
  readonly type: JobType;
  readonly category: string;
  readonly pricingType: PricingType;
  readonly label: string;
  readonly description: string;
  /** In Chinese; empty: not translated. */
  readonly descriptionZh: string;
  readonly pricePerHour: Cents;
  readonly totalHours: Hours;
  readonly numCleaners: number;
  readonly hoursPerCleaner: Hours;
  readonly breakHours: Hours;
  readonly suppliesCost: Cents;
  readonly suppliesIncluded: boolean;
  readonly suppliesToBePrepared: string;
  readonly suppliesToBePreparedZh: string;
  readonly startTime: string;
  readonly credits: Hours;
  readonly price: Cents;
  readonly takesHours: TakesHours;
}

/** What a package sells: a visit, or prepaid hours. */
export const PACKAGE_KINDS = ['visit', 'credit'] as const;
export type PackageKind = (typeof PACKAGE_KINDS)[number];

export function kindOf(thing: { readonly category?: string | undefined }): PackageKind {
  return isCreditPackage({ category: thing.category ?? '' }) ? 'credit' : 'visit';
}

export function isCreditPackage(thing: { readonly category: string }): boolean {
  return thing.category === CREDIT_CATEGORY;
}

/** Free hours are given by the office and never sold, so customers do not see their package. */
export function isOnSale(thing: { readonly category: string; readonly pricePerHour: Cents }): boolean {
  return !(isCreditPackage(thing) && thing.pricePerHour === 0);
}

/** What the business can do at most, at the moment. */
export interface BookableLimits {
  /** Cleaners who work on some day of the week. */
  readonly cleaners: number;
  /** Between the first start and the last end of a day. */
  readonly openMinutes: number;
}

/** Whether there is a crew and a day for a visit. Prepaid hours are sold once anyone can come. */
export function isBookable(
  of: Pick<PackageTerms, 'numCleaners' | 'hoursPerCleaner' | 'breakHours'>,
  { cleaners, openMinutes }: BookableLimits,
): boolean {
  return of.numCleaners <= cleaners && (of.hoursPerCleaner + of.breakHours) * 60 <= openMinutes;
}

/** Hours × cleaners × hourly price, plus supplies if included. Cents. Breaks are not paid. */
export function hourlyPrice(of: {
  readonly hoursPerCleaner: Hours;
  readonly numCleaners: number;
  readonly pricePerHour: Cents;
  readonly suppliesCost: Cents;
  readonly suppliesIncluded: boolean;
}): Cents {
  const labour = roundToCents(of.hoursPerCleaner * of.numCleaners * of.pricePerHour);
  return labour + (of.suppliesIncluded ? of.suppliesCost : 0);
}

/** Whether a visit of this many hours requires a break. */
export function needsBreak(hoursPerCleaner: Hours): boolean {
  return hoursPerCleaner > LONGEST_WITHOUT_BREAK;
}
