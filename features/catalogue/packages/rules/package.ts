import { type Cents, type Hours, isHalfHourStep, roundToCents } from '#platform/kernel/money.ts';
import type { FieldError } from '#platform/kernel/refusal.ts';

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

/** The office's input: type and label, and any fields that differ from the defaults. */
export type PackageDraft = Pick<PackageTerms, 'type' | 'label'> & PackageChange;

/** Fields to change; absent or undefined ones stay. */
export type PackageChange = { readonly [K in keyof PackageTerms]?: PackageTerms[K] | undefined };

export type Completed = { readonly terms: PackageTerms } | { readonly errors: readonly FieldError[] };

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

/** Fills in a draft's missing fields and computes the derived ones, without validation. */
export function computeTerms(draft: PackageDraft): PackageTerms {
  return kindOf(draft) === 'credit' ? creditTerms(draft) : visitTerms(draft);
}

/** As computeTerms, but returns the validation errors if there are any. */
export function completePackage(draft: PackageDraft): Completed {
  const terms = computeTerms(draft);
  const errors = isCreditPackage(terms) ? creditErrors(terms) : visitErrors(terms);
  return errors.length > 0 ? { errors } : { terms };
}

/** Applies a change to a package. A new total replaces the hours per cleaner, and vice versa. */
export function changePackage(before: PackageTerms, change: PackageChange): Completed {
  const { totalHours: _derived, hoursPerCleaner, price, ...kept } = before;
  const totalOnly = change.totalHours !== undefined && change.hoursPerCleaner === undefined;
  const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const pricingType = change.pricingType ?? before.pricingType;
  return completePackage({
    ...kept,
    ...(totalOnly ? {} : { hoursPerCleaner }),
    ...(pricingType === 'fixed' ? { price } : {}),
    ...said,
  });
}

function visitTerms(draft: PackageDraft): PackageTerms {
  const numCleaners = draft.numCleaners ?? 1;
  const hoursPerCleaner = draft.hoursPerCleaner ?? (draft.totalHours ?? 0) / numCleaners;
  const basics = { ...common(draft), numCleaners, hoursPerCleaner };
  const computed = hourlyPrice(basics);
  const pricingType = draft.pricingType ?? (draft.price === undefined ? 'hourly' : 'fixed');
  return {
    ...basics,
    pricingType,
    totalHours: hoursPerCleaner * numCleaners,
    price: pricingType === 'hourly' ? computed : (draft.price ?? computed),
  };
}

function creditTerms(draft: PackageDraft): PackageTerms {
  const basics = common(draft);
  const worth = roundToCents(basics.credits * basics.pricePerHour);
  const pricingType = draft.pricingType ?? 'fixed';
  return {
    ...basics,
    pricingType,
    numCleaners: draft.numCleaners ?? 1,
    hoursPerCleaner: draft.hoursPerCleaner ?? 0,
    totalHours: basics.credits,
    price: pricingType === 'hourly' ? worth : (draft.price ?? worth),
  };
}

function common(draft: PackageDraft) {
  return {
    type: draft.type,
    label: draft.label,
    category: draft.category ?? '',
    description: draft.description ?? '',
    descriptionZh: draft.descriptionZh ?? '',
    pricePerHour: draft.pricePerHour ?? 0,
    breakHours: draft.breakHours ?? 0,
    suppliesCost: draft.suppliesCost ?? 0,
    suppliesIncluded: draft.suppliesIncluded ?? false,
    suppliesToBePrepared: draft.suppliesToBePrepared ?? '',
    suppliesToBePreparedZh: draft.suppliesToBePreparedZh ?? '',
    takesHours: draft.takesHours ?? 'yes',
    startTime: draft.startTime ?? '',
    credits: draft.credits ?? 0,
  };
}

function visitErrors(terms: PackageTerms): FieldError[] {
  const errors: FieldError[] = [];
  if (terms.hoursPerCleaner === 0) {
    errors.push({ path: 'hoursPerCleaner', message: 'Enter how many hours each cleaner works.' });
  }
  if (!isHalfHourStep(terms.hoursPerCleaner)) {
    errors.push({
      path: 'totalHours',
      message:
        'This does not divide into half hours for each cleaner. Enter the hours for each cleaner instead.',
    });
  }
  if (terms.hoursPerCleaner + terms.breakHours > LONGEST_DAY) {
    errors.push({ path: 'hoursPerCleaner', message: 'A visit takes at most 12 hours, including its break.' });
  }
  if (needsBreak(terms.hoursPerCleaner) && terms.breakHours < SHORTEST_BREAK) {
    errors.push({
      path: 'breakHours',
      message: 'A visit of more than 6 hours needs a break of at least 0.75 hours.',
    });
  }
  if (terms.pricingType === 'hourly' && terms.pricePerHour === 0) {
    errors.push({ path: 'pricePerHour', message: 'Enter the price per hour, or make the price fixed.' });
  }
  return errors;
}

function creditErrors(terms: PackageTerms): FieldError[] {
  const errors: FieldError[] = [];
  if (!CREDIT_TIERS.includes(terms.pricePerHour)) {
    errors.push({ path: 'pricePerHour', message: 'Credits cost S$27, S$25, S$24 or S$0 per hour.' });
  }
  if (terms.credits === 0) {
    errors.push({ path: 'credits', message: 'Enter how many hours the package gives.' });
  }
  // A lot is refunded at its tier's value: with a higher price, customers would lose money with every refund.
  if (terms.price > roundToCents(terms.credits * terms.pricePerHour)) {
    errors.push({ path: 'price', message: 'The price can be at most the hours times the price per hour.' });
  }
  return errors;
}

/** Whether a visit of this many hours requires a break. */
export function needsBreak(hoursPerCleaner: Hours): boolean {
  return hoursPerCleaner > LONGEST_WITHOUT_BREAK;
}
