import type { Feature } from '#platform/server/feature.ts';
import { paymentChecks } from './ledger-checks.ts';
import { changeCardAtProvider } from './payer.ts';
import { forgetPayerAtProvider, paymentData } from './personal-data.ts';
import { booksOnly } from './purposes.ts';
import { reportAlarm } from './raise-alarm.ts';
import { recoverPayments } from './recover-payments.ts';
import { recoverRefunds } from './recover-refunds.ts';
import { routes } from './routes.ts';
import { sendRefund } from './send-refund.ts';

/** Payments: the ledger, card payments that survive crashes, transactions. */
export const feature: Feature = {
  name: 'payments',
  routes,
  tasks: {
    'report-payment-alarm': reportAlarm,
    'send-refund': sendRefund,
    'change-card': changeCardAtProvider,
    'forget-payer': forgetPayerAtProvider,
  },
  sweeps: {
    'payments:recover': recoverPayments,
    'payments:refunds': recoverRefunds,
  },
  paymentPurposes: { 'ad-hoc': booksOnly },
  ledgerChecks: paymentChecks,
  personalData: { payments: paymentData },
};

export { type Attempt, findPaymentUnderWay } from './attempts.ts';
export { chargeAttempt } from './charge-attempt.ts';
export { fromSameNetwork, refuseAfterDeclines, type Tried } from './declines.ts';
export type { SettlesEvent } from './events.ts';
export { findPaymentOfJobs } from './insert-transaction.ts';
export { createManual, type ManualEntry, type NotRecorded, recordManual } from './manual-transaction.ts';
export { cardOfOpenAttempt, endSupersededAttempt, openAttempt, type PaymentRequest } from './open-attempt.ts';
export { findPaidByHand, type PaidForJob, paidForJob } from './paid-for-job.ts';
export { changeStoredCard, findPayer } from './payer.ts';
export type { CreditsForRefund, MoneyGivenBack, PaymentPurpose, ReversedRefund } from './purposes.ts';
export { raiseAlarm } from './raise-alarm.ts';
export { recordWaiver } from './record-waiver.ts';
export {
  type NotRefunded,
  type Refund,
  type RefundOrder,
  refundPayment,
} from './refund-payment.ts';
export type { Settlement } from './settle.ts';
export { findTransaction } from './transaction-record.ts';
