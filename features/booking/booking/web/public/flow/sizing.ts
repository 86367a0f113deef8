import type { PackageReply } from '#features/catalogue/packages/contract.ts';
import type { HomeType } from '#features/people/customers/rules/homes.ts';
import type { HomeSize } from '#features/site/pages/rules/home-offer.ts';
import {
  HOME_TYPE_OF,
  homeTypeOf,
  nearestPackage,
  packageForHome,
} from '#features/site/pages/rules/package-homes.ts';
import type { Draft } from './draft.ts';
import type { Service } from './services.ts';
import { homeSizeOf, hoursFor, hoursOnOffer, packageFor, visitsAmong } from './sizes.ts';

/** The commonest home in Singapore, and the one our front page begins with. */
const USUAL_HOME: HomeSize = '4-room';

/** What is booked: the home, its hours, and the package that they are priced by. */
export interface Sizing {
  readonly home: HomeSize;
  /** What a new address is stored as. */
  readonly homeType: HomeType;
  /** The hours that can be chosen. */
  readonly offered: readonly number[];
  /** The cleans that are sold whole, the cheapest first. */
  readonly wholes: readonly PackageReply[];
  readonly hours: number | null;
  /** Null where nothing is on sale, or nothing for this home: one is chosen first. */
  readonly pack: PackageReply | null;
  /** Sold for the home that is nearest in size, where none is for this one. */
  readonly nearest: PackageReply | null;
  /** The one that was chosen is no longer on sale. */
  readonly isGone: boolean;
}

interface SizingOf {
  readonly service: Pick<Service, 'sizedBy'>;
  readonly picked: { readonly type: string } | undefined;
  /** Undefined while they are on their way. */
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

/** Whether a stored home says how big it is: an old one may have no type, or another one. */
function saysSize(type: string | undefined): type is HomeType {
  return type !== undefined && type !== '' && type !== 'other';
}
