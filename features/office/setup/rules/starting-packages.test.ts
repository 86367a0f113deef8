import { describe, expect, it } from 'vitest';
import { completePackage } from '#features/catalogue/packages/rules/complete-package.ts';
import {
  HOME_SIZES,
  HOME_TYPE_OF,
  homeTypeOf,
  isSoldWhole,
  type OnSalePackage,
  offerFor,
  SERVICES,
} from '#features/site/pages/rules/home-offer.ts';
import { CATEGORY_OF, packagesOf, type ServiceOffer, STARTING_OFFERS } from './starting-packages.ts';

const DAY = 12 * 60;
const termsOf = (services: readonly ServiceOffer[]) => {
  const found = packagesOf(services, DAY);
  if ('errors' in found) throw new Error(JSON.stringify(found.errors));
  return found.drafts.map((draft) => {
    const completed = completePackage(draft);
    if ('errors' in completed) throw new Error(JSON.stringify(completed.errors));
    return completed.terms as OnSalePackage & { breakHours: number };
  });
};

describe('the starting packages', () => {
  const sold = termsOf(STARTING_OFFERS);

  it.each(SERVICES.flatMap((service) => HOME_SIZES.map(({ key }) => [service, key] as const)))(
    '%s: the home page offers a %s home exactly what the table says',
    (service, size) => {
      const table = STARTING_OFFERS.find(({ type }) => type === service);
      const home = table?.homes.find((one) => one.size === size);
      const perHour = (table?.pricePerHour ?? 0) * (home?.hoursPerCleaner ?? 0);
      expect(offerFor(sold, service, size)).toEqual({
        hours: home?.hoursPerCleaner,
        cleaners: home?.numCleaners,
        price: isSoldWhole(service) ? home?.price : perHour,
      });
    },
  );

  it('have the break that the law asks for', () => {
    for (const { hoursPerCleaner, breakHours } of sold) expect(breakHours).toBe(hoursPerCleaner > 6 ? 1 : 0);
  });

  it.each(HOME_SIZES.map(({ key }) => [key] as const))('are found again for a %s home', (size) => {
    expect(homeTypeOf({ category: CATEGORY_OF[size], label: '' })).toBe(HOME_TYPE_OF[size]);
  });

  const home = { size: '4-room', numCleaners: 2, hoursPerCleaner: 4 } as const;
  it.each([
    [
      'no price',
      { type: 'moving-in-out', suppliesIncluded: true, homes: [home] },
      'services.0.homes.0.price',
    ],
    ['no rate', { type: 'regular', suppliesIncluded: false, homes: [home] }, 'services.0.pricePerHour'],
    [
      'no hours',
      {
        type: 'regular',
        pricePerHour: 2700,
        suppliesIncluded: false,
        homes: [{ ...home, hoursPerCleaner: 0 }],
      },
      'services.0.homes.0.hoursPerCleaner',
    ],
    [
      'more hours than a day has',
      {
        type: 'regular',
        pricePerHour: 2700,
        suppliesIncluded: false,
        homes: [{ ...home, hoursPerCleaner: 12 }],
      },
      'services.0.homes.0.hoursPerCleaner',
    ],
  ] as const)('are refused: %s', (_name, service, path) => {
    const found = packagesOf([service], DAY);
    expect('errors' in found && found.errors.map((error) => error.path)).toContain(path);
  });

  it('are refused if a visit is longer than the day', () => {
    const found = packagesOf(STARTING_OFFERS, 3 * 60);
    expect('errors' in found && found.errors.length).toBeGreaterThan(0);
  });
});
