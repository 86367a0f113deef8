import * as routes from '#features/routes.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { packsOf } from '../../rules/for-sale.ts';

// Spelled out so that the public bundle does not include the contract's schemas.
export const listPackages = lightCall<typeof import('#features/catalogue/packages/contract.ts').listPackages>(
  routes.listPackages,
);

/** The packs of hours on sale, smallest first. */
export function usePacks() {
  const packages = useCall(listPackages, {
    query: { category: 'credit', bookable: '1', size: 200, count: '0' },
  });
  return { ...packages, packs: packages.data && packsOf(packages.data.items) };
}

export type Pack = NonNullable<ReturnType<typeof usePacks>['packs']>[number];
