/**
 * The packages with which a new business begins: one table by home size. Regular and one-time visits are sold by the
 * hour, spring and moving cleans at a fixed price for the home.
 */

import { completePackage, type PackageDraft } from '#features/catalogue/packages/rules/complete-package.ts';
import {
  isBookable,
  JOB_TYPES,
  type JobType,
  LONGEST_WITHOUT_BREAK,
} from '#features/catalogue/packages/rules/package.ts';
import { HOME_SIZES, type HomeSize, isSoldWhole } from '#features/site/pages/rules/home-offer.ts';
import type { Cents, Hours } from '#platform/kernel/money.ts';
import type { FieldError } from '#platform/kernel/refusal.ts';

export const SIZE_KEYS = HOME_SIZES.map(({ key }) => key);

/** One home of a service. */
export interface HomeOffer {
  readonly size: HomeSize;
  readonly numCleaners: number;
  readonly hoursPerCleaner: Hours;
  /** Only of what is sold for the whole home; visits by the hour have the service's price per hour. */
  readonly price?: Cents | undefined;
}

export interface ServiceOffer {
  readonly type: JobType;
  /** Only of visits by the hour. */
  readonly pricePerHour?: Cents | undefined;
  /** Supplies are included in the price. */
  readonly suppliesIncluded: boolean;
  readonly homes: readonly HomeOffer[];
}

/** Home sizes as packages call them; `homeTypeOf` reads them again. */
export const CATEGORY_OF: Readonly<Record<HomeSize, string>> = {
  '3-room': 'HDB 3-room',
  '4-room': 'HDB 4-room',
  '5-room': 'HDB 5-room',
  condo: 'Condo 3-bedroom',
  landed: 'Landed',
};

const NAMES: Readonly<Record<JobType, string>> = {
  regular: 'Regular',
  'one-time': 'One-time',
  'spring-cleaning': 'Spring cleaning',
  'moving-in-out': 'Moving',
};

/** Source: prices of Singapore firms in 2026, GST included: S$23 to 30 an hour, S$30 to 55 for deep cleans. */
const PER_HOUR: Readonly<Partial<Record<JobType, Cents>>> = { regular: 2700, 'one-time': 3000 };

type Size = readonly [cleaners: number, hours: Hours, price: Cents];
const SPRING: Readonly<Record<HomeSize, Size>> = {
  '3-room': [2, 3, 22_200],
  '4-room': [2, 4, 28_600],
  '5-room': [2, 5, 35_000],
  condo: [2, 6, 41_400],
  landed: [4, 5, 67_000],
};
const MOVING: Readonly<Record<HomeSize, Size>> = {
  '3-room': [2, 5, 32_000],
  '4-room': [2, 6, 38_400],
  '5-room': [2, 8, 51_200],
  condo: [2, 8, 51_200],
  landed: [4, 8, 102_400],
};

/** What the form starts with. */
export const STARTING_OFFERS: readonly ServiceOffer[] = JOB_TYPES.map((type) => {
  if (!isSoldWhole(type)) {
    const homes = HOME_SIZES.map(({ key, hours }) => ({ size: key, numCleaners: 1, hoursPerCleaner: hours }));
    return { type, pricePerHour: PER_HOUR[type], suppliesIncluded: false, homes };
  }
  const table = type === 'spring-cleaning' ? SPRING : MOVING;
  const homes = SIZE_KEYS.map((size) => {
    const [numCleaners, hoursPerCleaner, price] = table[size];
    return { size, numCleaners, hoursPerCleaner, price };
  });
  return { type, suppliesIncluded: true, homes };
});

/** Of a day of more than six hours: an hour, as the law asks for 45 minutes. */
const BREAK: Hours = 1;

/** The package for a home. */
export function draftOf(service: ServiceOffer, home: HomeOffer): PackageDraft {
  const whole = isSoldWhole(service.type);
  return {
    type: service.type,
    label: `${NAMES[service.type]}, ${CATEGORY_OF[home.size]}`,
    category: CATEGORY_OF[home.size],
    numCleaners: home.numCleaners,
    hoursPerCleaner: home.hoursPerCleaner,
    breakHours: home.hoursPerCleaner > LONGEST_WITHOUT_BREAK ? BREAK : 0,
    suppliesIncluded: service.suppliesIncluded,
    ...(whole
      ? { pricingType: 'fixed', price: home.price, takesHours: 'no' }
      : { pricingType: 'hourly', pricePerHour: service.pricePerHour }),
  };
}

/**
 * The packages of a table, or what is wrong with it: the errors name the field in the body.
 * @param openMinutes of a day: a longer visit could never be booked
 */
export function packagesOf(
  services: readonly ServiceOffer[],
  openMinutes: number,
): { readonly drafts: readonly PackageDraft[] } | { readonly errors: readonly FieldError[] } {
  const errors: FieldError[] = [];
  const drafts = services.flatMap((service, at) =>
    service.homes.flatMap((home, row) => {
      const path = `services.${at}.homes.${row}`;
      const draft = draftOf(service, home);
      if (isSoldWhole(service.type) && !home.price) {
        errors.push({ path: `${path}.price`, message: 'Enter the price, or leave this home out.' });
        return [];
      }
      if (!isSoldWhole(service.type) && !service.pricePerHour) {
        errors.push({ path: `services.${at}.pricePerHour`, message: 'Enter the price per hour.' });
        return [];
      }
      const completed = completePackage(draft);
      if ('errors' in completed) {
        errors.push(
          ...completed.errors.map(({ path: name, message }) => ({ path: `${path}.${name}`, message })),
        );
        return [];
      }
      if (!isBookable(completed.terms, { cleaners: home.numCleaners, openMinutes }))
        errors.push({
          path: `${path}.hoursPerCleaner`,
          message: 'This takes longer than you are open on a day. Shorten it, or change the hours first.',
        });
      return [draft];
    }),
  );
  return errors.length > 0 ? { errors } : { drafts };
}
