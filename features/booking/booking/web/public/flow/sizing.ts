import type { PackageReply } from '#features/catalogue/packages/contract.ts';
import { isCreditPackage } from '#features/catalogue/packages/rules/package.ts';
import type { HomeType } from '#features/people/customers/rules/homes.ts';
import {
  HOME_SIZES,
  HOME_TYPE_OF,
  type HomeSize,
  homeTypeOf,
  nearestPackage,
  packageForHome,
  packageOfHours,
} from '#features/site/pages/rules/home-offer.ts';
import { MAX_HOURS, MIN_HOURS } from '#features/work/schedule/rules/visit-length.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { type Draft, homeSizeOf } from './draft.ts';
import type { Service } from './steps.ts';

/** The most common home in Singapore, and the default on the home page. */
const USUAL_HOME: HomeSize = '4-room';

/** What is booked: the home, its hours, and the package that prices them. */
export interface Sizing {
  readonly home: HomeSize;
  /** The type with which a new address is stored. */
  readonly homeType: HomeType;
  /** The durations that can be chosen. */
  readonly offered: readonly number[];
  /** The fixed-price packages, cheapest first. */
  readonly wholes: readonly PackageReply[];
  readonly hours: number | null;
  /** Null if nothing is on sale, or nothing for this home: then one must be chosen first. */
  readonly pack: PackageReply | null;
  /** The package for the home nearest in size, if there is none for this one. */
  readonly nearest: PackageReply | null;
  /** The chosen package is no longer on sale. */
  readonly isGone: boolean;
}

interface SizingOf {
  readonly service: Pick<Service, 'sizedBy'>;
  readonly picked: { readonly type: string } | undefined;
  /** Undefined while loading. */
  readonly packages: readonly PackageReply[] | undefined;
}

export function sizingOf(draft: Draft, { service, picked, packages }: SizingOf): Sizing {
  const visits = visitsAmong(packages ?? []);
  const chosen = visits.find((pack) => pack.id === draft.packageID);
  const home = draft.home ?? homeSizeOf(picked?.type ?? '') ?? USUAL_HOME;
  const isGone = packages !== undefined && draft.packageID !== null && chosen === undefined;
  const wholes = visits.toSorted((a, b) => a.price - b.price);
  const offered = hoursOnOffer(visits);
  const same = { home, offered, wholes, isGone };
  if (service.sizedBy === 'package') {
    const type = draft.home === null && saysSize(picked?.type) ? picked.type : HOME_TYPE_OF[home];
    const pack = chosen ?? packageForHome(visits, type);
    const homeType = pack === null ? type : homeTypeOf(pack);
    const nearest = pack === null ? nearestPackage(visits, type) : null;
    return { ...same, homeType, hours: pack?.hoursPerCleaner ?? null, pack, nearest };
  }
  const hours = draft.hours ?? chosen?.hoursPerCleaner ?? hoursFor(home, offered);
  const pack = chosen ?? (hours === null ? null : packageFor(visits, hours, home));
  return { ...same, homeType: HOME_TYPE_OF[home], hours, pack, nearest: null };
}

/** Whether a stored home has a usable size: an old one may have no type, or another one. */
function saysSize(type: string | undefined): type is HomeType {
  return type !== undefined && type !== '' && type !== 'other';
}

/** The fields of a package that decide which one is booked. */
interface Sized {
  readonly id: string;
  readonly category: string;
  readonly label: string;
  readonly pricingType: 'fixed' | 'hourly';
  readonly hoursPerCleaner: number;
  readonly pricePerHour: Cents;
  readonly price: Cents;
}

/** Packages that are visits. */
function visitsAmong<P extends Sized>(packages: readonly P[]): P[] {
  return packages.filter((one) => !isCreditPackage(one));
}

/**
 * The package for this duration: one of exactly that length, for this home if possible, otherwise the cheapest hourly
 * one; null if there is none.
 */
export function packageFor<P extends Sized>(
  packages: readonly P[],
  hours: number,
  home: HomeSize = USUAL_HOME,
): P | null {
  const visits = visitsAmong(packages);
  const exact = packageOfHours(visits, { hours, home });
  if (exact !== null || hours < MIN_HOURS || hours > MAX_HOURS) return exact;
  const hourly = visits.filter((one) => one.pricingType === 'hourly');
  return hourly.toSorted((a, b) => a.pricePerHour - b.pricePerHour)[0] ?? null;
}

/**
 * The durations that can be chosen: those of the packages, and every whole hour if there is an hourly price.
 */
export function hoursOnOffer(packages: readonly Sized[]): number[] {
  const visits = visitsAmong(packages);
  const own = visits.map((one) => one.hoursPerCleaner);
  const byTheHour = visits.some((one) => one.pricingType === 'hourly');
  const whole = byTheHour ? Array.from({ length: MAX_HOURS - MIN_HOURS + 1 }, (_, i) => MIN_HOURS + i) : [];
  return [...new Set([...own, ...whole])].toSorted((a, b) => a - b);
}

/** The best of the offered durations for a home of this size. */
export function hoursFor(home: HomeSize, offered: readonly number[]): number | null {
  const suits = HOME_SIZES.find((size) => size.key === home)?.hours ?? MIN_HOURS;
  return offered.find((hours) => hours >= suits) ?? offered.at(-1) ?? null;
}
