import type { HomeType } from '#features/people/customers/rules/homes.ts';
import type { Cents } from '#platform/kernel/money.ts';
import type { HomeSize } from './home-offer.ts';

/** The fields of a fixed package that say for which home it is. */
export interface SoldForHome {
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
