import type { PriceLine } from '#platform/web/design/booking/price-panel.tsx';
import { hours, money } from '#platform/web/format.ts';
import { isCreditPackage, type PackageTerms } from '../../rules/package.ts';
import { type PackagePriceLine, priceLines } from '../../rules/price-lines.ts';
import { JOB_TYPE_NAMES } from '../parts/job-type-names.ts';

/** `2 × 4 hours`, or the hours of a credit package. */
export function sizeWord(terms: PackageTerms): string {
  if (isCreditPackage(terms)) return hours(terms.credits, 'en');
  return `${terms.numCleaners} × ${hours(terms.hoursPerCleaner, 'en')}`;
}

/** `2 cleaners, 4 hours each` */
export function crewWord({ numCleaners, hoursPerCleaner }: PackageTerms): string {
  const each = hours(hoursPerCleaner, 'en');
  return numCleaners === 1 ? `1 cleaner, ${each}` : `${numCleaners} cleaners, ${each} each`;
}

/** Who brings supplies; empty for hours of credit. */
export function suppliesWord(terms: PackageTerms): string {
  if (isCreditPackage(terms)) return '';
  if (terms.suppliesIncluded) return 'Included';
  return terms.suppliesCost > 0 ? `${money(terms.suppliesCost)} on request` : 'Customer’s own';
}

/** `S$32`; empty for a fixed price without an hourly one. */
export function rateWord(terms: PackageTerms): string {
  if (terms.pricePerHour === 0) return isCreditPackage(terms) ? 'Free' : '';
  return money(terms.pricePerHour, { short: true });
}

/** The lines of a package's price, formatted for display. */
export function priceLineWords(terms: PackageTerms): PriceLine[] {
  return priceLines(terms).map((line) => ({
    key: line.code,
    // Only the total shows the currency.
    amount: money(line.amount).replace('S$', ''),
    ...wordsOf(line, terms),
  }));
}

function wordsOf(line: PackagePriceLine, terms: PackageTerms): Pick<PriceLine, 'label' | 'note'> {
  const counted = hours(line.hours ?? 0, 'en');
  switch (line.code) {
    case 'supplies':
      return { label: 'Cleaning supplies' };
    case 'package':
      return { label: terms.label || 'Fixed price', note: workWord(terms) };
    case 'labour':
      return { label: `${counted} × ${rateWord(terms)}`, note: crewWord(terms) };
    case 'credits':
      return { label: `${counted} of credit`, note: worthWord(terms) };
  }
}

/** The crew and total hours of a fixed price. */
function workWord(terms: PackageTerms): string {
  if (terms.numCleaners === 1) return crewWord(terms);
  return `${crewWord(terms)}, ${hours(terms.totalHours, 'en')} in total`;
}

/** The value of an hour, and the total value if they are sold for less. */
function worthWord({ credits, pricePerHour, price }: PackageTerms): string {
  if (pricePerHour === 0) return 'Given by the office, not sold';
  const worth = credits * pricePerHour;
  const rate = `${money(pricePerHour, { short: true })} an hour`;
  return worth > price ? `${rate}, worth ${money(worth)}` : rate;
}

/** `Spring, HDB 4-room.`; `Hours of credit.` */
export function whatWord(terms: PackageTerms): string {
  if (isCreditPackage(terms)) return 'Credit hours.';
  const what = [JOB_TYPE_NAMES[terms.type], terms.category].filter((word) => word !== '');
  return `${what.join(', ')}.`;
}
