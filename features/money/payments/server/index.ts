import type { Feature } from '#platform/server/feature.ts';
import { INVOICE_MESSAGES } from '../texts/invoice-mails.ts';
import { disputesOfCustomer, recheckDisputes } from './disputes.ts';
import { paymentChecks } from './ledger-checks.ts';
import { changeCardAtProvider } from './payer.ts';
import { forgetPayerAtProvider, paymentData } from './personal-data.ts';
import { ledgerOnlyPurpose } from './purposes.ts';
import { reportAlarm } from './raise-alarm.ts';
import { recoverRefunds } from './reconcile-refunds.ts';
import { gauges, recoverPayments } from './recover-payments.ts';
import { lookUpRefundsFirst, sendRefund } from './refunds.ts';
import { routes } from './routes.ts';
import { makeWaitingRefunds } from './waiting-refunds.ts';

/** Crash-safe card payments, refunds, disputes and transactions. */
export const feature: Feature = {
  name: 'payments',
  routes,
  tasks: {
    'report-payment-alarm': reportAlarm,
    'send-refund': sendRefund,
    'change-card': changeCardAtProvider,
    'forget-payer': forgetPayerAtProvider,
  },
  // Refunds look at the provider first, see onRestore; the others overwrite what is there.
  repeatableTasks: ['send-refund', 'change-card', 'forget-payer'],
  onRestore: { payments: lookUpRefundsFirst },
  taskGroups: { 'send-refund': 'providers', 'change-card': 'providers', 'forget-payer': 'providers' },
  cronJobs: {
    'payments:recover': recoverPayments,
    'payments:refunds': recoverRefunds,
    'payments:disputes': recheckDisputes,
    'payments:waiting-refunds': makeWaitingRefunds,
  },
  gauges,
  customerDisputes: { of: disputesOfCustomer },
  paymentPurposes: { 'ad-hoc': ledgerOnlyPurpose },
  ledgerChecks: paymentChecks,
  messageKinds: INVOICE_MESSAGES,
  personalData: { payments: paymentData },
};

export { countOpenAlarms, findOpenAlarms } from './alarms.ts';
export type { PaymentOutcome } from './apply-outcome.ts';
export {
  type Attempt,
  cardOfOpenAttempt,
  findActiveAttempt,
  findPaymentUnderWay,
  fromSameNetwork,
  openAttempt,
  type PaymentRequest,
  refuseAfterDeclines,
  type Tried,
} from './attempts.ts';
export { chargeAttempt } from './charge-attempt.ts';
export { isDisputed, jobsInDispute } from './disputes.ts';
export type { AppliesEvent } from './events.ts';
export { findPaymentOfJobs } from './insert-transaction.ts';
export { findPaidByHand, type PaidForJob, paidForJob, paidForJobs, sumTaken } from './list-transactions.ts';
export {
  createManual,
  type ManualEntry,
  type NotRecorded,
  postPayment,
  recordManual,
} from './manual-transaction.ts';
export { changeStoredCard, findPayer } from './payer.ts';
export type { CreditsForRefund, MoneyGivenBack, PaymentPurpose, ReversedRefund } from './purposes.ts';
export { raiseAlarm } from './raise-alarm.ts';
export { cancelOpenPayment } from './recover-payments.ts';
export {
  type NotRefunded,
  type Refund,
  type RefundOrder,
  recordWaiver,
  refundPayment,
} from './refund-payment.ts';
export { findTransaction, refundsBefore } from './transaction-record.ts';
export { addWaitingRefund, jobsAwaitingRefund } from './waiting-refunds.ts';
