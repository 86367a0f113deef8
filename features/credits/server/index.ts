import type { Feature } from '#platform/server/feature.ts';
import { creditChecks } from './ledger-checks.ts';

export { isLotOf } from './is-lot-of.ts';
export { holdCredits, type JobHours, returnCredits, spendCredits } from './job-credits.ts';
export { addLot, findLots, lockLots, type NewLot } from './lots.ts';

/** Credits: prepaid hours, from the purchase to the visit. */
export const feature: Feature = { name: 'credits', ledgerChecks: creditChecks };
