import { createPackage, listPackages } from '#features/catalogue/packages/contract.ts';
import { call, type Signed } from './call.ts';

const WHOLE = {
  pricingType: 'fixed',
  numCleaners: 2,
  suppliesIncluded: true,
  category: 'HDB 4-room',
} as const;
/** Packages in addition to the one-time clean of the test business. */
const PACKAGES = [
  {
    type: 'regular',
    label: 'Weekly visit',
    category: 'HDB 4-room',
    pricePerHour: 2500,
    numCleaners: 1,
    hoursPerCleaner: 4,
  },
  { type: 'spring-cleaning', label: 'Spring', ...WHOLE, hoursPerCleaner: 4, price: 28000 },
  { type: 'moving-in-out', label: 'Move', ...WHOLE, hoursPerCleaner: 5, price: 32000 },
] as const;
/** Packages of hours, by their names in the tests. */
const STACKS = [
  { label: 'Starter 12 h', credits: 12, pricePerHour: 2700 },
  { label: 'Family 24 h', credits: 24, pricePerHour: 2500 },
];

/** Puts every missing service on sale; the one-time clean is part of the test business. */
export async function sellEveryService(office: Signed): Promise<void> {
  const sold = await call(listPackages, { query: { size: 500 } });
  const visits = sold.items.filter(({ category }) => category !== 'credit');
  for (const body of PACKAGES) {
    if (!visits.some(({ type }) => type === body.type)) await call(createPackage, { body }, office);
  }
}

/** Puts every missing package of hours on sale. */
export async function sellHours(office: Signed): Promise<void> {
  const { items } = await call(listPackages, { query: { category: 'credit' } });
  for (const stack of STACKS) {
    if (items.some(({ label }) => label === stack.label)) continue;
    await call(createPackage, { body: { type: 'regular', category: 'credit', ...stack } }, office);
  }
}
