import type { Settings } from '#features/catalogue/settings/rules/settings.ts';
import { SMALLEST_CHARGE } from '#features/money/payments/rules/attempt.ts';
import { type Cents, type Hours, percentOf } from '#platform/kernel/money.ts';
import { goesAhead } from './status.ts';

/** Cancellation terms, frozen on a job when it is booked. */
export interface CancellationTerms {
  /** Cancelling or moving is free until this many hours before the start. */
  readonly freeHours: number;
  /** After that, this share of the price is kept, in whole percent. */
  readonly lateFeePercent: number;
  /** If the company cancels, this share is given back, in whole percent. */
  readonly companyRefundPercent: number;
}

/** The terms of a new booking, from the office's settings. The company's own cancellation refunds everything. */
export function cancellationTermsOf({
  cancelFreeHours,
  lateFeePercent,
}: Pick<Settings, 'cancelFreeHours' | 'lateFeePercent'>): CancellationTerms {
  return { freeHours: cancelFreeHours, lateFeePercent, companyRefundPercent: 100 };
}

const HOUR_MS = 3_600_000;

/**
 * True while nothing is kept, including at exactly `freeHours` before the start. In milliseconds since 1970, because
 * browsers ask it too.
 */
export function isFree(
  { freeHours }: Pick<CancellationTerms, 'freeHours'>,
  start: number,
  now: number,
): boolean {
  return now + freeHours * HOUR_MS <= start;
}

/**
 * On whose behalf a visit is cancelled: the customer, by the agreed terms, or the company, which gives everything back.
 */
export const ON_BEHALF_OF = ['customer', 'company'] as const;
export type OnBehalfOf = (typeof ON_BEHALF_OF)[number];

/** The facts about a visit that determine what its cancellation costs. */
export interface CancelledVisit {
  readonly terms: CancellationTerms;
  readonly start: Temporal.Instant;
  /** False while it is held or to be paid later; then nothing is kept. */
  readonly isPaid: boolean;
  /** Cents that the saved card would have been charged for it; then a fee is charged instead of kept. 0 for all others. */
  readonly toCharge: Cents;
  /** Cents paid and not refunded. */
  readonly paid: Cents;
  /** Hours of credit used by the visit. */
  readonly credits: Hours;
}

/** What is kept and what is given back. Cents and hours; each pair adds up to what was paid. */
export interface CancellationOutcome {
  readonly fee: Cents;
  readonly refund: Cents;
  readonly creditsReturned: Hours;
  readonly creditsForfeited: Hours;
  /** It was not paid by card: the office refunds it by hand. */
  readonly refundByHand?: boolean;
  /** Nothing was paid: the saved card is charged the fee. */
  readonly feeCharged?: boolean;
}

/**
 * The cost of cancelling a visit by its frozen terms. Money is exact to the cent; hours are in halves, rounded in
 * favour of the customer.
 */
export function cancellationOf(
  visit: CancelledVisit,
  onBehalfOf: OnBehalfOf,
  now: Temporal.Instant,
): CancellationOutcome {
  const percent = keptPercent(visit, onBehalfOf, now);
  if (visit.isPaid) return outcomeKeeping(visit, percent);
  const fee = percentOf(visit.toCharge, percent);
  const isCharged = fee >= SMALLEST_CHARGE;
  return {
    fee: isCharged ? fee : 0,
    refund: 0,
    creditsReturned: visit.credits,
    creditsForfeited: 0,
    ...(isCharged && { feeCharged: true }),
  };
}

/** Splits a visit's money and hours into the share that is kept, in whole percent, and the share that is given back. */
export function outcomeKeeping(
  visit: Pick<CancelledVisit, 'paid' | 'credits'>,
  percent: number,
): CancellationOutcome {
  const fee = percentOf(visit.paid, percent);
  const creditsForfeited = Math.floor((visit.credits * 2 * percent) / 100) / 2;
  return {
    fee,
    refund: visit.paid - fee,
    creditsReturned: visit.credits - creditsForfeited,
    creditsForfeited,
  };
}

function keptPercent(
  { terms, start, isPaid, toCharge }: CancelledVisit,
  onBehalfOf: OnBehalfOf,
  now: Temporal.Instant,
): number {
  if (!isPaid && toCharge === 0) return 0;
  if (onBehalfOf === 'company') return 100 - terms.companyRefundPercent;
  return isFree(terms, start.epochMilliseconds, now.epochMilliseconds) ? 0 : terms.lateFeePercent;
}

export interface CancellableVisit {
  readonly status: string;
  readonly start: Temporal.Instant;
  /** A crew member has clocked in. */
  readonly begun: boolean;
  /** All crew members have clocked out. */
  readonly finished: boolean;
}

/** Whether a visit can be cancelled: by its customer until it starts, by the office until it is done. */
export function canBeCancelled(
  visit: CancellableVisit,
  who: 'customer' | 'office',
  now: Temporal.Instant,
): boolean {
  if (visit.status !== 'pending' && !goesAhead(visit.status)) return false;
  if (who === 'office') return !visit.finished;
  return !visit.begun && Temporal.Instant.compare(now, visit.start) < 0;
}
