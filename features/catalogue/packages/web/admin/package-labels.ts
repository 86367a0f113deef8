import { hours, money } from '#platform/web/amounts.ts';
import type { PriceLine } from '#platform/web/design/booking/price-panel.tsx';
import { isCreditPackage, type PackageTerms } from '../../rules/package.ts';
import { type PackagePriceLine, priceLines } from '../../rules/price-lines.ts';
import { JOB_TYPE_NAMES } from '../parts/job-type-names.ts';

/** `2 × 4 hours`, or the hours of a credit package. */
export function sizeLabel(terms: PackageTerms): string {
  if (isCreditPackage(terms)) return hours(terms.credits, 'en');
  return `${terms.numCleaners} × ${hours(terms.hoursPerCleaner, 'en')}`;
}

/** `2 cleaners, 4 hours each` */
export function crewLabel({ numCleaners, hoursPerCleaner }: PackageTerms): string {
  const each = hours(hoursPerCleaner, 'en');
  return numCleaners === 1 ? `1 cleaner, ${each}` : `${numCleaners} cleaners, ${each} each`;
}

/** Who brings supplies; empty for hours of credit. */
export function suppliesLabel(terms: PackageTerms): string {
  if (isCreditPackage(terms)) return '';
  if (terms.suppliesIncluded) return 'Included';
  return terms.suppliesCost > 0 ? `${money(terms.suppliesCost)} on request` : 'Customer’s own';
}

/** `S$32`; empty for a fixed price without an hourly one. */
export function rateLabel(terms: PackageTerms): string {
  if (terms.pricePerHour === 0) return isCreditPackage(terms) ? 'Free' : '';
  return money(terms.pricePerHour, { short: true });
}

/** The lines of a package's price, formatted for display. */
export function shownPriceLines(terms: PackageTerms): PriceLine[] {
  return priceLines(terms).map((line) => ({
    key: line.code,
    // Only the total shows the currency.
    amount: money(line.amount).replace('S$', ''),
    ...labelAndNote(line, terms),
  }));
}

function labelAndNote(line: PackagePriceLine, terms: PackageTerms): Pick<PriceLine, 'label' | 'note'> {
  const counted = hours(line.hours ?? 0, 'en');
  switch (line.code) {
    case 'supplies':
      return { label: 'Cleaning supplies' };
    case 'package':
      return { label: terms.label || 'Fixed price', note: workLabel(terms) };
    case 'labour':
      return { label: `${counted} × ${rateLabel(terms)}`, note: crewLabel(terms) };
    case 'credits':
      return { label: `${counted} of credit`, note: worthLabel(terms) };
  }
}

/** The crew and total hours of a fixed price. */
function workLabel(terms: PackageTerms): string {
  if (terms.numCleaners === 1) return crewLabel(terms);
  return `${crewLabel(terms)}, ${hours(terms.totalHours, 'en')} in total`;
}

/** The value of an hour, and the total value if they are sold for less. */
function worthLabel({ credits, pricePerHour, price }: PackageTerms): string {
  if (pricePerHour === 0) return 'Given by the office, not sold';
  const worth = credits * pricePerHour;
  const rate = `${money(pricePerHour, { short: true })} an hour`;
  return worth > price ? `${rate}, worth ${money(worth)}` : rate;
}

/** `Spring, HDB 4-room.`; `Credit hours.` */
export function packageLabel(terms: PackageTerms): string {
  if (isCreditPackage(terms)) return 'Credit hours.';
  const what = [JOB_TYPE_NAMES[terms.type], terms.category].filter((word) => word !== '');
  return `${what.join(', ')}.`;
}
