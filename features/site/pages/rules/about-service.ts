import type { Cents } from '#platform/kernel/money.ts';
import { type OnSalePackage, priceList, type Service } from './home-offer.ts';

/** The entries about a service; with '', those about all services. */
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

/** Who brings cleaning supplies, if all packages of a service agree; otherwise the customer. */
export function suppliesOf(sold: readonly WithSupplies[], service: Service): Supplies {
  const packages = priceList(sold, service);
  if (packages.length > 0 && packages.every((one) => one.suppliesIncluded)) return { kind: 'included' };
  const [first] = packages;
  const isExtra = packages.every((one) => !one.suppliesIncluded && one.suppliesCost === first?.suppliesCost);
  return first && isExtra && first.suppliesCost > 0
    ? { kind: 'extra', price: first.suppliesCost }
    : { kind: 'yours' };
}

/** The distinct texts of a service's packages. */
export function textsOf<P extends OnSalePackage>(
  sold: readonly P[],
  service: Service,
  read: (pack: P) => string,
): readonly string[] {
  return [...new Set(priceList(sold, service).map(read))].filter((text) => text !== '');
}

/** The text shared by all packages of a service; empty if they differ or have none. */
export function sharedText<P extends OnSalePackage>(
  sold: readonly P[],
  service: Service,
  read: (pack: P) => string,
): string {
  const [first = ''] = textsOf(sold, service, read);
  return priceList(sold, service).every((pack) => read(pack) === first) ? first : '';
}
