import { createPackage, listPackages } from '#features/packages/contract.ts';
import { call, type Signed } from './call.ts';

const WHOLE = {
  pricingType: 'fixed',
  numCleaners: 2,
  suppliesIncluded: true,
  category: 'HDB 4-room',
} as const;
/** What is sold besides the one-time clean of the test business. */
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
/** Puts every service on sale that is not yet: the one-time clean is the test business's own. */
export async function sellEveryService(office: Signed): Promise<void> {
  for (const body of PACKAGES) {
    const sold = await call(listPackages, { query: { type: body.type } });
    if (sold.items.length === 0) await call(createPackage, { body }, office);
  }
}
