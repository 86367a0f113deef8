import type { z } from 'zod';
import { createBody } from '../../contract.ts';
import { computeTerms } from '../../rules/complete-package.ts';
import { kindOf, type PackageTerms } from '../../rules/package.ts';

type Sent = z.input<typeof createBody>;
/** The values of the package form. Hours of all cleaners together are derived. */
export type PackageValues = { [K in Exclude<keyof Sent, 'totalHours'>]?: Sent[K] | undefined };

/** The form values that determine the price. */
const priced = createBody.pick({
  category: true,
  pricingType: true,
  pricePerHour: true,
  price: true,
  numCleaners: true,
  hoursPerCleaner: true,
  suppliesCost: true,
  suppliesIncluded: true,
  credits: true,
});
const NAMES = Object.keys(priced.shape) as (keyof PackageValues)[];

/** The price of the current form values, by the server's own rule; null while hours or price are missing or invalid. */
export function priceOf(values: PackageValues): PackageTerms | null {
  const typed = priced.safeParse(Object.fromEntries(NAMES.map((name) => [name, values[name]])));
  if (!typed.success) return null;
  const terms = computeTerms({ ...typed.data, type: values.type ?? 'regular', label: values.label ?? '' });
  const hours = kindOf(terms) === 'credit' ? terms.credits : terms.totalHours;
  const isPriced =
    values.pricePerHour !== undefined || (terms.pricingType === 'fixed' && values.price !== undefined);
  return hours > 0 && isPriced ? terms : null;
}
