import {
  isCreditPackage,
  isOnSale,
  JOB_TYPES,
  type JobType,
} from '#features/catalogue/packages/rules/package.ts';
import { type Cents, type Hours, roundToCents } from '#platform/kernel/money.ts';
import { HOME_TYPE_OF, nearestPackage, packageForHome } from './package-homes.ts';

/** The four services, in the order shown on the front page. */
export const SERVICES = JOB_TYPES;
export type Service = JobType;

/** The package fields that the front page needs. */
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
 * Hours that one cleaner needs for a home on an ordinary day. Source: quotes of Singapore firms in 2026 (3 h for a
 * 3-room flat, 4 h for a 4-room flat with three bedrooms, 5 h for four bedrooms).
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

/** The cheapest visit of a service, with its price in cents; null if none is on sale. */
export function cheapest(sold: readonly OnSalePackage[], service: Service): Offer | null {
  return offerOf(priceList(sold, service)[0] ?? null);
}

/** Services that are sold at a fixed price per kind of home. */
export function isSoldWhole(service: Service): boolean {
  return service === 'spring-cleaning' || service === 'moving-in-out';
}

/**
 * The price of a visit to a home of this size: for regular and one-time visits hours × the service's hourly price, for
 * spring and moving cleans the package for that home; null if there is none.
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

/** The package for the nearest home size, if this size has no price. */
export function nearestFor<P extends OnSalePackage>(
  sold: readonly P[],
  service: Service,
  size: HomeSize,
): P | null {
  return nearestPackage(priceList(sold, service), HOME_TYPE_OF[size]);
}

/** Packages of prepaid hours, smallest first; complimentary hours are not sold. */
export function creditPacks(sold: readonly OnSalePackage[]): readonly OnSalePackage[] {
  return sold
    .filter((one) => isCreditPackage(one) && isOnSale(one))
    .toSorted((a, b) => a.credits - b.credits);
}

/** The price list of a service: visits from the cheapest. Credits are sold as packages, not as visits. */
export function priceList<P extends OnSalePackage>(sold: readonly P[], service: Service): readonly P[] {
  return sold
    .filter((one) => one.type === service && !isCreditPackage(one))
    .toSorted((a, b) => a.price - b.price);
}
