import { isCreditPackage, isOnSale, JOB_TYPES, type JobType } from '#features/packages/rules/package.ts';
import { type Cents, type Hours, roundToCents } from '#platform/kernel/money.ts';

/** The four cleans, in the order of the street. */
export const SERVICES = JOB_TYPES;
export type Service = JobType;

/** What the front page needs to know of a package. */
export interface OnSalePackage {
  readonly type: string;
  readonly category: string;
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
  const [first] = priceList(sold, service);
  if (first === undefined) return null;
  return { hours: first.hoursPerCleaner, cleaners: first.numCleaners, price: first.price };
}

/**
 * What a visit to a home of this size costs. Regular and one-time visits are hours × the service's hourly
 * price; spring and moving cleans are sold whole, so the cheapest stands for "from".
 */
export function offerFor(sold: readonly OnSalePackage[], service: Service, size: HomeSize): Offer | null {
  const from = cheapest(sold, service);
  if (from === null || service === 'spring-cleaning' || service === 'moving-in-out') return from;
  const hours = HOME_SIZES.find((home) => home.key === size)?.hours ?? from.hours;
  const rate = Math.min(...priceList(sold, service).map((one) => one.pricePerHour));
  return { hours, cleaners: 1, price: roundToCents(hours * rate) };
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
