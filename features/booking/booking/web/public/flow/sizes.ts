import { isCreditPackage } from '#features/catalogue/packages/rules/package.ts';
import { HOME_SIZES, type HomeSize, HOME_TYPE_OF } from '#features/site/pages/rules/home-offer.ts';
import { MAX_HOURS, MIN_HOURS } from '#features/work/schedule/rules/visit-length.ts';
import type { Cents } from '#platform/kernel/money.ts';

/** The fields of a package that decide which one is booked. */
export interface Sized {
  readonly id: string;
  readonly category: string;
  readonly pricingType: 'fixed' | 'hourly';
  readonly hoursPerCleaner: number;
  readonly pricePerHour: Cents;
  readonly price: Cents;
}

/** Packages that are visits. */
export function visitsAmong<P extends Sized>(packages: readonly P[]): P[] {
  return packages.filter((one) => !isCreditPackage(one));
}

/**
 * The package for this duration: one of exactly that length, otherwise the cheapest hourly one; null if there
 * is none.
 */
export function packageFor<P extends Sized>(packages: readonly P[], hours: number): P | null {
  const visits = visitsAmong(packages);
  const cheapest = (some: readonly P[], price: (one: P) => Cents) =>
    some.toSorted((a, b) => price(a) - price(b))[0] ?? null;
  const exact = cheapest(
    visits.filter((one) => one.hoursPerCleaner === hours),
    (one) => one.price,
  );
  if (exact !== null || hours < MIN_HOURS || hours > MAX_HOURS) return exact;
  return cheapest(
    visits.filter((one) => one.pricingType === 'hourly'),
    (one) => one.pricePerHour,
  );
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

export function isHomeSize(value: string | null): value is HomeSize {
  return HOME_SIZES.some((size) => size.key === value);
}

/** The size of a stored home, if its type is one of the options; all condos are one size. */
export function homeSizeOf(type: string): HomeSize | null {
  if (type.startsWith('condo_')) return 'condo';
  return HOME_SIZES.find((size) => HOME_TYPE_OF[size.key] === type)?.key ?? null;
}
