import { goesAhead } from './status.ts';

/** What was booked: only the office may change it. */
export interface BookedValues {
  readonly customerID: string;
  readonly packageID: string;
  readonly hours: number;
  readonly numCleaners: number;
  readonly jobType: string;
  readonly cleanerType: string;
  readonly requireCleaningSupplies: boolean;
}

type BookedName = keyof BookedValues;

const BOOKED_NAMES: readonly BookedName[] = [
  'customerID',
  'packageID',
  'hours',
  'numCleaners',
  'jobType',
  'cleanerType',
  'requireCleaningSupplies',
];

/** The booked fields that a change gives another value. Absent fields stay as they are. */
export function changedNames(
  booked: BookedValues,
  update: { readonly [N in BookedName]?: BookedValues[N] | undefined },
): ReadonlySet<BookedName> {
  return new Set(BOOKED_NAMES.filter((name) => update[name] !== undefined && update[name] !== booked[name]));
}

/** The fields that determine the price. If none of them changes, the agreed price stays. */
const PRICED: readonly BookedName[] = ['packageID', 'hours', 'numCleaners', 'requireCleaningSupplies'];

export function isPricedAnew(changed: ReadonlySet<string>): boolean {
  return PRICED.some((name) => changed.has(name));
}

/** What has been agreed about a booking, and how it is paid. */
export interface Agreed {
  readonly status: string;
  readonly isOfSeries: boolean;
  readonly hasPromo: boolean;
  /** Hours of credit. */
  readonly creditsUsed: number;
}

/**
 * Why a booking cannot go to another customer. Before payment only the hold ties a visit to its customer, but promo codes
 * and hours are personal.
 */
export function whyOwnerStays({
  status,
  isOfSeries,
  hasPromo,
  creditsUsed,
}: Agreed): 'goes-ahead' | 'personal' | null {
  if (goesAhead(status)) return 'goes-ahead';
  return isOfSeries || hasPromo || creditsUsed > 0 ? 'personal' : null;
}

/** Why the package cannot be replaced by another one. Hours of credit are worth a tier of packages. */
export function whyPackageStays({
  status,
  creditsUsed,
}: Pick<Agreed, 'status' | 'creditsUsed'>): 'paid-with-hours' | null {
  return status === 'paid' && creditsUsed > 0 ? 'paid-with-hours' : null;
}

/** Whether the promo code has to be valid for what is booked now. Once it is used, it keeps its discount. */
export function isPromoCheckedAgain({ status, hasPromo }: Pick<Agreed, 'status' | 'hasPromo'>): boolean {
  return hasPromo && status !== 'paid';
}
