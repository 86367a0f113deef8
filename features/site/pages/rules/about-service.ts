import type { Cents } from '#platform/kernel/money.ts';
import { type OnSalePackage, priceList, type Service } from './home-offer.ts';

/** What is about a clean in a list of the office's: its own, or those about every clean. */
export function aboutService<T extends { readonly service: string }>(
  items: readonly T[],
  service: Service | '',
): readonly T[] {
  return items.filter((item) => item.service === service);
}

interface WithSupplies extends OnSalePackage {
  readonly suppliesIncluded: boolean;
  readonly suppliesCost: Cents;
}

export type Supplies =
  | { readonly kind: 'included' | 'yours' }
  | { readonly kind: 'extra'; readonly price: Cents };

/** Who brings cloths and mop, as all packages of a clean say it; the customer, where they do not agree. */
export function suppliesOf(sold: readonly WithSupplies[], service: Service): Supplies {
  const packages = priceList(sold, service);
  if (packages.length > 0 && packages.every((one) => one.suppliesIncluded)) return { kind: 'included' };
  const [first] = packages;
  const isExtra = packages.every((one) => !one.suppliesIncluded && one.suppliesCost === first?.suppliesCost);
  return first && isExtra && first.suppliesCost > 0
    ? { kind: 'extra', price: first.suppliesCost }
    : { kind: 'yours' };
}

/** What the packages of a clean say of something, each text once. */
export function textsOf<P extends OnSalePackage>(
  sold: readonly P[],
  service: Service,
  read: (pack: P) => string,
): readonly string[] {
  return [...new Set(priceList(sold, service).map(read))].filter((text) => text !== '');
}

/** What all packages of a clean say alike; empty where they differ, or say nothing. */
export function sharedText<P extends OnSalePackage>(
  sold: readonly P[],
  service: Service,
  read: (pack: P) => string,
): string {
  const [first = ''] = textsOf(sold, service, read);
  return priceList(sold, service).every((pack) => read(pack) === first) ? first : '';
}
