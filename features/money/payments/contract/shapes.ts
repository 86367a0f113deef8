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
  /** The job it is shown with: of a series the first visit. */
  jobID: id.nullable(),
  /** Every job that it is for, by date, and its part of `total` in cents. */
  allocations: z.array(z.object({ jobID: id, startTime: wireMoment, cents: z.int() })),
  packageID: id.nullable(),
  refundOf: id.nullable(),
  /** Cents of it that were given back so far, positive. */
  refunded: z.int(),
  /** Of a refund to a card: whether the money has arrived. */
  refundStatus: z.enum(REFUND_STATUSES).nullable(),
  details: z.string(),
  receiptNo: z.int(),
  /** With which card it was paid; null where it was not, or the provider did not say. */
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  trash: trashed,
  createdAt: wireMoment,
});

export const alarmReply = z.object({
  id,
  kind: z.enum(ALARM_KINDS),
  /** A sentence that says what happened. */
  why: z.string(),
  /** Cents in Singapore dollars; null where only the provider knows. */
  cents: z.int().nullable(),
  customer: z.object({ id, fullname: z.string() }).nullable(),
  /** The jobs that the money was meant for, and how much of it each. */
  jobs: z.array(z.object({ jobID: id, cents: z.int() })),
  attemptID: id.nullable(),
  transactionID: id.nullable(),
  /** The provider's id of the payment: look it up there. */
  paymentIntentID: z.string().nullable(),
  /** The refund or dispute that it is about, at the provider; a refund of ours by our id. */
  providerRef: z.string().nullable(),
  raisedAt: wireMoment,
  resolution: z.enum(RESOLUTIONS).nullable(),
  reason: z.string().nullable(),
  settledAt: wireMoment.nullable(),
  settledBy: id.nullable(),
  /** The refund, or the payment that was kept. */
  settledTransactionID: id.nullable(),
});
