/*
 * How a refund is divided over a payment. The refunding feature decides how much to refund; for a cancelled visit:
 * features/work/jobs/rules/cancellation.ts.
 */

import type { Cents } from '#platform/kernel/money.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { type Allocation, allocate } from './allocation.ts';
import { isPast, KEY_LIFETIME, RECOVER_AFTER } from './attempt.ts';

/** Where refunded money goes: back the way it came (cash: by hand), or into hours of credit. */
export const REFUND_TARGETS = ['card', 'credits'] as const;
export type RefundTarget = (typeof REFUND_TARGETS)[number];

/** What is still refundable of a payment. */
export interface RefundablePayment {
  /** Cents. */
  readonly left: Cents;
  /** Refundable cents of each job's share; empty for a payment that is for no job. */
  readonly parts: readonly Allocation[];
}

/**
 * How much to refund: named jobs, an amount over all of them, or, without both, the whole rest. With `jobID`, the
 * amount, or all that is left, of that job's share alone.
 */
export interface RefundRequest {
  readonly jobID?: string | undefined;
  readonly parts?: readonly Allocation[] | undefined;
  readonly cents?: Cents | undefined;
}

/** The amount of a refund, and each job's share of it. Cents, positive. */
export interface DecidedRefund {
  readonly cents: Cents;
  readonly parts: readonly Allocation[];
}

/**
 * How a refund is shared over the jobs of its payment: never more than is left of the payment or of any job's
 * share.
 * @throws if zero or less is requested: the caller must leave that out.
 */
export function allocateRefund(
  payment: RefundablePayment,
  { jobID, ...wanted }: RefundRequest,
): DecidedRefund | Refusal<'refund_too_much' | 'not_refundable'> {
  if (jobID !== undefined) {
    const part = payment.parts.find((one) => one.jobID === jobID);
    if (part === undefined) return refuse('not_refundable', { detail: NOT_FOR_THAT_VISIT });
    if (part.cents <= 0) return tooMuch(0, VISIT_REFUNDED);
    return allocateRefund(payment, { parts: [{ jobID, cents: wanted.cents ?? part.cents }] });
  }
  const named = wanted.parts?.filter((part) => part.cents !== 0);
  const cents = named?.reduce((sum, part) => sum + part.cents, 0) ?? wanted.cents ?? payment.left;
  if (cents > payment.left || payment.left <= 0) return tooMuch(payment.left);
  if (cents <= 0 || named?.some((part) => part.cents < 0)) throw new Error('A refund must be positive.');
  if (named === undefined) {
    const shares = payment.parts.filter((part) => part.cents > 0);
    return { cents, parts: allocate(cents, shares).filter((part) => part.cents > 0) };
  }
  const refundableCents = new Map(payment.parts.map((part) => [part.jobID, part.cents]));
  const short = named.find((part) => part.cents > (refundableCents.get(part.jobID) ?? 0));
  return short === undefined ? { cents, parts: named } : tooMuch(refundableCents.get(short.jobID) ?? 0);
}

const NOT_FOR_THAT_VISIT = 'This payment was not for that visit. Open the payments of the visit.';
const VISIT_REFUNDED = 'This visit has already been refunded in full.';
const PAYMENT_REFUNDED = 'This payment has already been refunded in full.';

function tooMuch(left: Cents, detail = PAYMENT_REFUNDED): Refusal<'refund_too_much'> {
  if (left > 0) return refuse('refund_too_much', { extensions: { left } });
  return refuse('refund_too_much', { detail, extensions: { left: 0 } });
}

/**
 * created: saved. sent: the provider has it, or had it when the process died. pending: the provider is
 * processing it. unknown: sent, and the reply was lost or inconclusive.
 */
export const REFUND_STATUSES = ['created', 'sent', 'pending', 'succeeded', 'failed', 'unknown'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];
/** It is not known yet whether the money arrived. */
export const UNSETTLED: readonly RefundStatus[] = ['created', 'sent', 'pending', 'unknown'];

/** The provider's status of a refund. */
export type RefundNews =
  | { readonly status: 'succeeded' | 'pending'; readonly providerRefundID: string }
  | { readonly status: 'failed'; readonly providerRefundID: string | null; readonly code: string }
  | { readonly status: 'unknown' };

export interface JudgedRefund {
  readonly status: RefundStatus;
  readonly providerRefundID: string | null;
}

/**
 * The only decision on the outcome of a refund, whatever the source and order of the reports. A refund that
 * failed at the provider has failed for good, even if it had seemed to succeed; a refused request made no
 * refund, so one that is found later counts.
 */
export function judgeRefund(
  refund: JudgedRefund,
  news: RefundNews,
): 'nothing' | 'succeed' | 'wait' | 'fail' | 'ask-again' {
  const failedForGood = refund.status === 'failed' && refund.providerRefundID !== null;
  if (failedForGood) return 'nothing';
  if (news.status === 'succeeded') return refund.status === 'succeeded' ? 'nothing' : 'succeed';
  if (news.status === 'failed') return refund.status === 'failed' ? 'nothing' : 'fail';
  if (refund.status === 'succeeded' || refund.status === 'pending') return 'nothing';
  if (news.status === 'pending') return 'wait';
  return refund.status === 'failed' ? 'nothing' : 'ask-again';
}

/** Interval for querying a refund that the provider is processing; banks take days. */
export const ASK_PENDING_EVERY = Temporal.Duration.from({ hours: 6 });

export interface RecoverableRefund {
  readonly status: RefundStatus;
  readonly createdAt: Temporal.Instant;
  readonly sentAt: Temporal.Instant | null;
}

/**
 * What the cron job does with an unresolved refund. `send`: send it under its key. `find`: look it up, and
 * send it again if the provider has never seen it. `look`: look it up only, because the key no longer
 * protects against a second refund.
 */
export function refundRecoveryOf(
  refund: RecoverableRefund,
  now: Temporal.Instant,
): 'leave' | 'send' | 'find' | 'look' {
  if (!isPast(refund.sentAt ?? refund.createdAt, RECOVER_AFTER, now)) return 'leave';
  if (refund.sentAt === null) return 'send';
  if (refund.status === 'pending') return 'look';
  return isPast(refund.createdAt, KEY_LIFETIME, now) ? 'look' : 'find';
}
