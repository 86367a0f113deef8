import type { Feature } from '#platform/server/feature.ts';
import { disputesOfCustomer } from './disputes.ts';
import { paymentChecks } from './ledger-checks.ts';
import { gauges } from './measure-attempts.ts';
import { changeCardAtProvider } from './payer.ts';
import { forgetPayerAtProvider, paymentData } from './personal-data.ts';
import { ledgerOnlyPurpose } from './purposes.ts';
import { reportAlarm } from './raise-alarm.ts';
import { recheckDisputes } from './recheck-disputes.ts';
import { recoverPayments } from './recover-payments.ts';
import { recoverRefunds } from './recover-refunds.ts';
import { routes } from './routes.ts';
import { lookUpRefundsFirst, sendRefund } from './send-refund.ts';
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
  personalData: { payments: paymentData },
};

export type { PaymentOutcome } from './apply-outcome.ts';
export { type Attempt, findPaymentUnderWay } from './attempts.ts';
export { cancelOpenPayment } from './cancel-payment.ts';
export { chargeAttempt } from './charge-attempt.ts';
export { fromSameNetwork, refuseAfterDeclines, type Tried } from './declines.ts';
export { isDisputed, jobsInDispute } from './disputes.ts';
export type { AppliesEvent } from './events.ts';
export { findPaymentOfJobs } from './insert-transaction.ts';
export { createManual, type ManualEntry, type NotRecorded, recordManual } from './manual-transaction.ts';
export { countOpenAlarms, findOpenAlarms } from './open-alarms.ts';
export { cardOfOpenAttempt, openAttempt, type PaymentRequest } from './open-attempt.ts';
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
export { sumTaken } from './sum-taken.ts';
export { findTransaction } from './transaction-record.ts';
export { addWaitingRefund, jobsAwaitingRefund } from './waiting-refunds.ts';
