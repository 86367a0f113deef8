import {
  isCreditPackage,
  isOnSale,
  JOB_TYPES,
  type JobType,
} from '#features/catalogue/packages/rules/package.ts';
import { type Cents, type Hours, roundToCents } from '#platform/kernel/money.ts';
import { HOME_TYPE_OF, nearestPackage, packageForHome } from './package-homes.ts';

/** The four cleans, in the order of the street. */
export const SERVICES = JOB_TYPES;
export type Service = JobType;

/** What the front page needs to know of a package. */
export interface OnSalePackage {
  readonly type: string;
  readonly category: string;
  readonly label: string;
  readonly pricePerHour: Cents;
  readonly hoursPerCleaner: Hours;
  readonly numCleaners: number;
  readonly price: Cents;
  readonly credits: Hours;
}

/**
 * Hours that one cleaner needs for a home, on an ordinary day. Source: what Singapore's firms quote in 2026
 * (3 h for a 3-room flat, 4 h for a 4-room flat with three bedrooms, 5 h for four bedrooms).
 */
export const HOME_SIZES = [
  { key: '3-room', hours: 3 },
  { key: '4-room', hours: 4 },
  { key: '5-room', hours: 4 },
  { key: 'condo', hours: 4 },
  { key: 'landed', hours: 5 },
] as const;
export type HomeSize = (typeof HOME_SIZES)[number]['key'];

export interface Offer {
  readonly hours: Hours;
  readonly cleaners: number;
  readonly price: Cents;
}

/** The cheapest visit of a service, its price in cents; null when none is on sale. */
export function cheapest(sold: readonly OnSalePackage[], service: Service): Offer | null {
  return offerOf(priceList(sold, service)[0] ?? null);
}

/** Cleans that are sold whole, for a kind of home. */
export function isSoldWhole(service: Service): boolean {
  return service === 'spring-cleaning' || service === 'moving-in-out';
}

/**
 * What a visit to a home of this size costs: regular and one-time visits hours × the service's hourly price, spring and
 * moving cleans the package for that home; null where none is sold for it.
 */
export function offerFor(sold: readonly OnSalePackage[], service: Service, size: HomeSize): Offer | null {
  const packages = priceList(sold, service);
  const [first] = packages;
  if (first === undefined) return null;
  if (isSoldWhole(service)) return offerOf(packageForHome(packages, HOME_TYPE_OF[size]));
  const hours = HOME_SIZES.find((home) => home.key === size)?.hours ?? first.hoursPerCleaner;
  const rate = Math.min(...packages.map((one) => one.pricePerHour));
  return { hours, cleaners: 1, price: roundToCents(hours * rate) };
}

function offerOf(pack: OnSalePackage | null): Offer | null {
  if (pack === null) return null;
  return { hours: pack.hoursPerCleaner, cleaners: pack.numCleaners, price: pack.price };
}

/** Where a home of this size has no price: the package for the nearest one. */
export function nearestFor<P extends OnSalePackage>(
  sold: readonly P[],
  service: Service,
  size: HomeSize,
): P | null {
  return nearestPackage(priceList(sold, service), HOME_TYPE_OF[size]);
}

/** Stacks of prepaid hours, smallest first; complimentary hours are not sold. */
export function creditPacks(sold: readonly OnSalePackage[]): readonly OnSalePackage[] {
  return sold
    .filter((one) => isCreditPackage(one) && isOnSale(one))
    .toSorted((a, b) => a.credits - b.credits);
}

/** Visits of a service, the cheapest first: its table of prices. Credits are sold by the stack, not as a visit. */
export function priceList<P extends OnSalePackage>(sold: readonly P[], service: Service): readonly P[] {
  return sold
    .filter((one) => one.type === service && !isCreditPackage(one))
    .toSorted((a, b) => a.price - b.price);
}
