import type { Feature } from '#platform/server/feature.ts';
import { paymentChecks } from './check-ledger.ts';
import { booksOnly } from './purposes.ts';
import { reportAlarm } from './raise-alarm.ts';
import { recoverPayments } from './recover-payments.ts';
import { routes } from './routes.ts';

/** Payments: the ledger, card payments that survive crashes, transactions. */
export const feature: Feature = {
  name: 'payments',
  routes,
  tasks: { 'report-payment-alarm': reportAlarm },
  sweeps: { 'payments:recover': recoverPayments },
  paymentPurposes: { 'ad-hoc': booksOnly },
  ledgerChecks: paymentChecks,
};

export type { Attempt } from './attempts.ts';
export { chargeAttempt } from './charge-attempt.ts';
export { checkLedger, type LedgerCheck, type LedgerViolation } from './check-ledger.ts';
export { findPaymentOfJobs, isGivenBack } from './insert-transaction.ts';
export { type LedgerPosting, recordLedger } from './ledger.ts';
export { createManual } from './manual-transaction.ts';
export { cardOfOpenAttempt, endSupersededAttempt, openAttempt, type PaymentRequest } from './open-attempt.ts';
export type { PaymentPurpose } from './purposes.ts';
export { raiseAlarm } from './raise-alarm.ts';
export { recordWaiver } from './record-waiver.ts';
export type { Settlement } from './settle.ts';
