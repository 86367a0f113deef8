import type { Feature } from '#platform/server/feature.ts';
import { checkLedgerNightly, ownChecks } from './check-ledger.ts';

export { checkLedger, type LedgerCheck, type LedgerViolation } from './check-ledger.ts';
export { entriesOf, type LedgerPosting, recordLedger } from './record-ledger.ts';

/** The append-only ledger and the check of all invariants that features register. */
export const feature: Feature = {
  name: 'ledger',
  cronJobs: { 'ledger:check': checkLedgerNightly },
  ledgerChecks: ownChecks,
};
