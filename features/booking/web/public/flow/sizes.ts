import type { HomeType } from '#features/customers/rules/homes.ts';
import { isCreditPackage } from '#features/packages/rules/package.ts';
import { LEAST_HOURS, MOST_HOURS } from '#features/schedule/rules/visit-length.ts';
import { HOME_SIZES, type HomeSize } from '#features/site/rules/home-offer.ts';
import type { Cents } from '#platform/kernel/money.ts';

/** What of a package decides which one is booked. */
export interface Sized {
  readonly id: string;
  readonly category: string;
  readonly pricingType: 'fixed' | 'hourly';
  readonly hoursPerCleaner: number;
  readonly pricePerHour: Cents;
  readonly price: Cents;
}

/** Packages that are a visit. */
export function visitsAmong<P extends Sized>(packages: readonly P[]): P[] {
  return packages.filter((one) => !isCreditPackage(one));
}

/** The package for so many hours: the one of exactly that length, else the cheapest by the hour; null when none. */
export function packageFor<P extends Sized>(packages: readonly P[], hours: number): P | null {
  const visits = visitsAmong(packages);
  const cheapest = (some: readonly P[], price: (one: P) => Cents) =>
    some.toSorted((a, b) => price(a) - price(b))[0] ?? null;
  const exact = cheapest(
    visits.filter((one) => one.hoursPerCleaner === hours),
    (one) => one.price,
  );
  if (exact !== null || hours < LEAST_HOURS || hours > MOST_HOURS) return exact;
  return cheapest(
    visits.filter((one) => one.pricingType === 'hourly'),
    (one) => one.pricePerHour,
  );
}

/** Hours that can be chosen: the packages' own, and every whole hour where there is a price by the hour. */
export function hoursOnOffer(packages: readonly Sized[]): number[] {
  const visits = visitsAmong(packages);
  const own = visits.map((one) => one.hoursPerCleaner);
  const byTheHour = visits.some((one) => one.pricingType === 'hourly');
  const whole = byTheHour
    ? Array.from({ length: MOST_HOURS - LEAST_HOURS + 1 }, (_, i) => LEAST_HOURS + i)
    : [];
  return [...new Set([...own, ...whole])].toSorted((a, b) => a - b);
}

/** The hours that suit a home of this size, of those on offer. */
export function hoursFor(home: HomeSize, offered: readonly number[]): number | null {
  const suits = HOME_SIZES.find((size) => size.key === home)?.hours ?? LEAST_HOURS;
  return offered.find((hours) => hours >= suits) ?? offered.at(-1) ?? null;
}

export function isHomeSize(value: string | null): value is HomeSize {
  return HOME_SIZES.some((size) => size.key === value);
}

/** A 4-room flat has three bedrooms, and so has the condo that is as big. Source: DOMAIN.md 1.3. */
export const HOME_TYPE_OF: Readonly<Record<HomeSize, HomeType>> = {
  '3-room': 'hdb_3',
  '4-room': 'hdb_4',
  '5-room': 'hdb_5',
  condo: 'condo_3',
  landed: 'landed',
};

/** Homes by the words that packages are sold under. Source: DOMAIN.md 1.3. */
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

/** The kind of home that a package is sold for, by the words of the office: "HDB 4-room", "Condo 3-bedroom". */
export function homeTypeOf({
  category,
  label,
}: {
  readonly category: string;
  readonly label: string;
}): HomeType {
  for (const words of [category, label]) {
    const rooms = Number(/\d/.exec(words)?.[0] ?? USUAL_ROOMS);
    const byRooms = HOME_WORDS.find(([pattern]) => pattern.test(words))?.[1];
    const type = byRooms?.[Math.min(rooms, byRooms.length) - 1];
    if (type !== undefined) return type;
  }
  return 'other';
}

/** The package for a kind of home; else the cheapest, null when none is on sale. */
export function packageForHome<P extends Sized & { readonly label: string }>(
  packages: readonly P[],
  type: HomeType | null,
): P | null {
  const visits = visitsAmong(packages).toSorted((a, b) => a.price - b.price);
  return visits.find((one) => homeTypeOf(one) === type) ?? visits[0] ?? null;
}

/** The size of a stored home, where its type is one that we ask for; a condo is a condo. */
export function homeSizeOf(type: string): HomeSize | null {
  if (type.startsWith('condo_')) return 'condo';
  return HOME_SIZES.find((size) => HOME_TYPE_OF[size.key] === type)?.key ?? null;
}
