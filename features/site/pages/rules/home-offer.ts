import {
  isCreditPackage,
  isOnSale,
  JOB_TYPES,
  type JobType,
  type PricingType,
} from '#features/catalogue/packages/rules/package.ts';
import type { HomeType } from '#features/people/customers/rules/homes.ts';
import { type Cents, type Hours, roundToCents } from '#platform/kernel/money.ts';

/** The four services, in the order shown on the front page. */
export const SERVICES = JOB_TYPES;
export type Service = JobType;
export const USUAL_SERVICE: Service = 'one-time';

/** The package fields that the front page needs. */
export interface OnSalePackage {
  readonly type: string;
  readonly category: string;
  readonly label: string;
  readonly pricingType: PricingType;
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

/** The services that can be booked, in the order shown. */
export function offeredServices(sold: readonly OnSalePackage[]): readonly Service[] {
  return SERVICES.filter((service) => cheapest(sold, service) !== null);
}

/** The service that is chosen at first: the one that most people book first, if it is sold; null if none is. */
export function firstChoice(sold: readonly OnSalePackage[]): Service | null {
  const offered = offeredServices(sold);
  return offered.includes(USUAL_SERVICE) ? USUAL_SERVICE : (offered[0] ?? null);
}

/** Services that are sold at a fixed price per kind of home. */
export function isSoldWhole(service: Service): boolean {
  return service === 'spring-cleaning' || service === 'moving-in-out';
}

/**
 * The price of a visit to a home of this size, as the booking prices it: for regular and one-time visits the package of
 * the hours that suit, for spring and moving cleans the package for that home; null if there is none.
 */
export function offerFor(sold: readonly OnSalePackage[], service: Service, size: HomeSize): Offer | null {
  const packages = priceList(sold, service);
  if (isSoldWhole(service)) return offerOf(packageForHome(packages, HOME_TYPE_OF[size]));
  const hours = suitableHours(packages, size);
  if (hours === null) return null;
  const exact = packageOfHours(packages, { hours, home: size });
  if (exact !== null) return offerOf(exact);
  const hourly = packages.filter(({ pricingType }) => pricingType === 'hourly');
  const [pack] = hourly.toSorted((a, b) => a.pricePerHour - b.pricePerHour);
  if (pack === undefined) return null;
  const { numCleaners: cleaners, pricePerHour } = pack;
  return { hours, cleaners, price: roundToCents(hours * cleaners * pricePerHour) };
}

/** The hours for a home of this size: its own if they are sold, otherwise the next longer ones, or the longest. */
function suitableHours(packages: readonly OnSalePackage[], size: HomeSize): Hours | null {
  const suits = HOME_SIZES.find(({ key }) => key === size)?.hours ?? null;
  if (suits === null || packages.some(({ pricingType }) => pricingType === 'hourly')) return suits;
  const sold = packages.map(({ hoursPerCleaner }) => hoursPerCleaner).toSorted((a, b) => a - b);
  return sold.find((hours) => hours >= suits) ?? sold.at(-1) ?? null;
}

interface SoldByHours extends SoldForHome {
  readonly hoursPerCleaner: Hours;
}

/** The package of exactly these hours: the one for this home, otherwise the cheapest; null if there is none. */
export function packageOfHours<P extends SoldByHours>(
  packages: readonly P[],
  { hours, home }: { readonly hours: Hours; readonly home: HomeSize },
): P | null {
  const exact = byPrice(packages.filter((one) => one.hoursPerCleaner === hours));
  return packageForHome(exact, HOME_TYPE_OF[home]) ?? exact[0] ?? null;
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

/** The fields of a fixed package that say for which home it is. */
interface SoldForHome {
  readonly category: string;
  readonly label: string;
  readonly price: Cents;
}

/** A 4-room flat has three bedrooms, like the condo of the same size: HDB counts the living room. */
export const HOME_TYPE_OF: Readonly<Record<HomeSize, HomeType>> = {
  '3-room': 'hdb_3',
  '4-room': 'hdb_4',
  '5-room': 'hdb_5',
  condo: 'condo_3',
  landed: 'landed',
};

/** Home types by the terms used in package names. */
const HDB: readonly HomeType[] = ['hdb_1_2', 'hdb_1_2', 'hdb_3', 'hdb_4', 'hdb_5'];
const CONDO: readonly HomeType[] = ['condo_1', 'condo_2', 'condo_3', 'condo_4plus'];
const HOME_WORDS: readonly (readonly [words: RegExp, byRooms: readonly HomeType[]])[] = [
  [/landed|terrace|bungalow|semi-d|有地/i, ['landed']],
  [/condo|apartment|公寓/i, CONDO],
  [/executive|maisonette/i, ['hdb_exec']],
  [/hdb|room|组屋/i, HDB],
  [/office|办公/i, ['office']],
];
const USUAL_ROOMS = 3;

/** The home type of a package, from the office's text: "HDB 4-room", "Condo 3-bedroom". */
export function homeTypeOf({ category, label }: Omit<SoldForHome, 'price'>): HomeType {
  for (const words of [category, label]) {
    const rooms = Number(/\d/.exec(words)?.[0] ?? USUAL_ROOMS);
    const byRooms = HOME_WORDS.find(([pattern]) => pattern.test(words))?.[1];
    const type = byRooms?.[Math.min(rooms, byRooms.length) - 1];
    if (type !== undefined) return type;
  }
  return 'other';
}

/** The cheapest package for a home type; null if there is none. */
export function packageForHome<P extends SoldForHome>(packages: readonly P[], type: HomeType): P | null {
  return byPrice(packages).find((one) => homeTypeOf(one) === type) ?? null;
}

/** The sizes of home types in bedrooms, for comparison; offices and the like are not comparable. */
const BEDROOMS: Readonly<Partial<Record<HomeType, number>>> = {
  hdb_1_2: 1,
  condo_1: 1,
  hdb_3: 2,
  condo_2: 2,
  hdb_4: 3,
  condo_3: 3,
  hdb_5: 4,
  hdb_exec: 4,
  condo_4plus: 4,
  landed: 5,
};

/** The package for the closest home size, the larger of two; null if nothing is comparable. */
export function nearestPackage<P extends SoldForHome>(packages: readonly P[], type: HomeType): P | null {
  const size = BEDROOMS[type];
  if (size === undefined) return null;
  const compared = byPrice(packages).flatMap((one) => {
    const bedrooms = BEDROOMS[homeTypeOf(one)];
    return bedrooms === undefined ? [] : [{ one, distance: Math.abs(bedrooms - size), bedrooms }];
  });
  const [nearest] = compared.toSorted((a, b) => a.distance - b.distance || b.bedrooms - a.bedrooms);
  return nearest?.one ?? null;
}

function byPrice<P extends SoldForHome>(packages: readonly P[]): P[] {
  return packages.toSorted((a, b) => a.price - b.price);
}
