import { hours, money } from '#platform/web/amounts.ts';
import type { PriceLine } from '#platform/web/design/booking/price-panel.tsx';
import { officeLanguage, t } from '#platform/web/i18n/office.ts';
import { isCreditPackage, type PackageTerms } from '../../rules/package.ts';
import { type PackagePriceLine, priceLines } from '../../rules/price-lines.ts';
import { JOB_TYPE_NAMES } from '../parts/job-type-names.ts';

/** `2 × 4 hours`, or the hours of a credit package. */
export function sizeLabel(terms: PackageTerms): string {
  if (isCreditPackage(terms)) return hours(terms.credits, officeLanguage());
  return `${terms.numCleaners} × ${hours(terms.hoursPerCleaner, officeLanguage())}`;
}

/** `2 cleaners, 4 hours each` */
export function crewLabel({ numCleaners, hoursPerCleaner }: PackageTerms): string {
  const each = hours(hoursPerCleaner, officeLanguage());
  return numCleaners === 1
    ? t('1 cleaner, {{each}}', { each })
    : t('{{numCleaners}} cleaners, {{each}} each', { numCleaners, each });
}

/** Who brings supplies; empty for hours of credit. */
export function suppliesLabel(terms: PackageTerms): string {
  if (isCreditPackage(terms)) return '';
  if (terms.suppliesIncluded) return t('Included');
  return terms.suppliesCost > 0
    ? t('{{money}} on request', { money: money(terms.suppliesCost) })
    : t('Customer’s own');
}

/** `S$32`; empty for a fixed price without an hourly one. */
export function rateLabel(terms: PackageTerms): string {
  if (terms.pricePerHour === 0) return isCreditPackage(terms) ? t('Free', { context: 'price' }) : '';
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
  const counted = hours(line.hours ?? 0, officeLanguage());
  switch (line.code) {
    case 'supplies':
      return { label: t('Cleaning supplies') };
    case 'package':
      return { label: terms.label || t('Fixed price'), note: workLabel(terms) };
    case 'labour':
      return { label: `${counted} × ${rateLabel(terms)}`, note: crewLabel(terms) };
    case 'credits':
      return { label: t('{{counted}} of credit', { counted }), note: worthLabel(terms) };
  }
}

/** The crew and total hours of a fixed price. */
function workLabel(terms: PackageTerms): string {
  if (terms.numCleaners === 1) return crewLabel(terms);
  return t('{{crew}}, {{hours}} in total', {
    crew: crewLabel(terms),
    hours: hours(terms.totalHours, officeLanguage()),
  });
}

/** The value of an hour, and the total value if they are sold for less. */
function worthLabel({ credits, pricePerHour, price }: PackageTerms): string {
  if (pricePerHour === 0) return t('Given by the office, not sold');
  const worth = credits * pricePerHour;
  const rate = t('{{money}} an hour', { money: money(pricePerHour, { short: true }) });
  return worth > price ? t('{{rate}}, worth {{money}}', { rate, money: money(worth) }) : rate;
}

/** `Spring, HDB 4-room.`; `Credit hours.` */
export function packageLabel(terms: PackageTerms): string {
  if (isCreditPackage(terms)) return t('Credit hours.');
  const what = [JOB_TYPE_NAMES[terms.type], terms.category].filter((word) => word !== '');
  return `${what.join(', ')}.`;
}
