import type { Feature } from '#platform/server/feature.ts';
import { ownChecks } from './check-ledger.ts';
import { checkLedgerNightly } from './nightly-check.ts';

export { checkLedger, type LedgerCheck, type LedgerViolation } from './check-ledger.ts';
export { entriesOf, type LedgerPosting, recordLedger } from './record-ledger.ts';

/** The append-only ledger and the check of all invariants that features register. */
export const feature: Feature = {
  name: 'ledger',
  cronJobs: { 'ledger:check': checkLedgerNightly },
  ledgerChecks: ownChecks,
};
