import { isHalfHourStep, roundToCents } from '#platform/kernel/money.ts';
import type { FieldError } from '#platform/kernel/refusal.ts';
import {
  CREDIT_TIERS,
  hourlyPrice,
  isCreditPackage,
  kindOf,
  LONGEST_DAY,
  needsBreak,
  type PackageTerms,
  SHORTEST_BREAK,
} from './package.ts';

/** The office's input: type and label, and any fields that differ from the defaults. */
export type PackageDraft = Pick<PackageTerms, 'type' | 'label'> & PackageChange;

/** Fields to change; absent or undefined ones stay. */
export type PackageChange = { readonly [K in keyof PackageTerms]?: PackageTerms[K] | undefined };

export type Completed = { readonly terms: PackageTerms } | { readonly errors: readonly FieldError[] };

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
