import { z } from 'zod';
import { id, wireMoment } from '#platform/contract/schemas.ts';
import { trashed } from '#platform/contract/trash.ts';
import { ALARM_KINDS, RESOLUTIONS } from '../rules/alarm.ts';
import { REFUND_STATUSES } from '../rules/refund.ts';
import { METHODS, TRANSACTION_TYPES } from '../rules/transaction.ts';

export const transactionReply = z.object({
  id,
  type: z.enum(TRANSACTION_TYPES),
  method: z.enum(METHODS),
  /** Cents; negative for a refund. */
  total: z.int(),
  customerID: id,
  customer: z.object({ id, fullname: z.string() }),
  /** The job it is shown with: the first visit of a series. */
  jobID: id.nullable(),
  /** Every job that it is for, by date, that job's share of `total`, and what of the share was refunded; cents. */
  allocations: z.array(
    z.object({ jobID: id, number: z.int(), startTime: wireMoment, cents: z.int(), refunded: z.int() }),
  ),
  packageID: id.nullable(),
  refundOf: id.nullable(),
  /** The receipt number of the payment that it refunds. */
  refundOfReceiptNo: z.int().nullable(),
  /** Cents refunded so far, positive. */
  refunded: z.int(),
  /** For a card refund: whether the money has arrived. */
  refundStatus: z.enum(REFUND_STATUSES).nullable(),
  details: z.string(),
  receiptNo: z.int(),
  /** The card that paid it; null if none, or if the provider did not report it. */
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  trash: trashed,
  createdAt: wireMoment,
});

export const alarmReply = z.object({
  id,
  kind: z.enum(ALARM_KINDS),
  /** A sentence that describes what happened. */
  why: z.string(),
  /** Singapore cents; null if only the provider knows. */
  cents: z.int().nullable(),
  customer: z.object({ id, fullname: z.string() }).nullable(),
  /** The jobs that the money was meant for, with each one's share. */
  jobs: z.array(z.object({ jobID: id, cents: z.int() })),
  attemptID: id.nullable(),
  transactionID: id.nullable(),
  /** The provider's id of the payment, to look it up there. */
  paymentIntentID: z.string().nullable(),
  /** The provider's id of the refund or dispute; for our own refunds, our id. */
  providerRef: z.string().nullable(),
  raisedAt: wireMoment,
  resolution: z.enum(RESOLUTIONS).nullable(),
  reason: z.string().nullable(),
  settledAt: wireMoment.nullable(),
  settledBy: id.nullable(),
  /** The refund, or the kept payment. */
  settledTransactionID: id.nullable(),
});
