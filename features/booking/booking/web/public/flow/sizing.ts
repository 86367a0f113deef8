import type { PackageReply } from '#features/catalogue/packages/contract.ts';
import type { HomeType } from '#features/people/customers/rules/homes.ts';
import { type HomeSize, HOME_TYPE_OF, homeTypeOf, nearestPackage, packageForHome } from '#features/site/pages/rules/home-offer.ts';
import type { Draft } from './draft.ts';
import type { Service } from './services.ts';
import { homeSizeOf, hoursFor, hoursOnOffer, packageFor, visitsAmong } from './sizes.ts';

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
  const pack = chosen ?? (hours === null ? null : packageFor(visits, hours));
  return { ...same, homeType: HOME_TYPE_OF[home], hours, pack, nearest: null };
}

/** Whether a stored home has a usable size: an old one may have no type, or another one. */
function saysSize(type: string | undefined): type is HomeType {
  return type !== undefined && type !== '' && type !== 'other';
}
