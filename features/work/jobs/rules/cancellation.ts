import type { Settings } from '#features/catalogue/settings/rules/settings.ts';
import { type Cents, type Hours, percentOf } from '#platform/kernel/money.ts';
import { goesAhead } from './status.ts';

/** The terms that are frozen on a job when it is booked. */
export interface CancellationPolicy {
  /** Cancelling or moving costs nothing from this many hours before the start on. */
  readonly freeHours: number;
  /** Inside that, this share of the price is kept, whole percent. */
  readonly lateFeePercent: number;
  /** The company calls it off: this share is given back, whole percent. */
  readonly companyRefundPercent: number;
}

/** The terms of a booking that is made now, as the office has set them. Source of the defaults: DOMAIN.md 2.2. */
export function policyOf({
  cancelFreeHours,
  lateFeePercent,
}: Pick<Settings, 'cancelFreeHours' | 'lateFeePercent'>): CancellationPolicy {
  return { freeHours: cancelFreeHours, lateFeePercent, companyRefundPercent: 100 };
}

/** True while nothing is kept: exactly `freeHours` ahead still is. */
export function isFree(policy: CancellationPolicy, start: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(now.add({ hours: policy.freeHours }), start) <= 0;
}

/** For whom a visit is called off: the customer, by the agreed terms, or the company, which gives everything back. */
export const ON_BEHALF_OF = ['customer', 'company'] as const;
export type OnBehalfOf = (typeof ON_BEHALF_OF)[number];

/** What of a visit decides what its cancellation costs. */
export interface CancelledVisit {
  readonly policy: CancellationPolicy;
  readonly start: Temporal.Instant;
  /** False while it is held or to be paid later: then nothing is kept. */
  readonly isPaid: boolean;
  /** Cents of it that were paid and not given back. */
  readonly paid: Cents;
  /** Hours of credit that it uses. */
  readonly credits: Hours;
}

/** What is kept and what is given back. Cents and hours; each pair adds up to what was paid. */
export interface CancellationOutcome {
  readonly fee: Cents;
  readonly refund: Cents;
  readonly creditsReturned: Hours;
  readonly creditsForfeited: Hours;
  /** The money did not come by card: the office gives it back by hand. */
  readonly refundByHand?: boolean;
}

/**
 * What calling a visit off costs, by the terms that are frozen on it: of the money to the cent, of the hours in halves,
 * rounded for the customer. Source: API.md 6, DOMAIN.md 2.2.
 */
export function cancellationOf(
  visit: CancelledVisit,
  onBehalfOf: OnBehalfOf,
  now: Temporal.Instant,
): CancellationOutcome {
  return keptOf(visit, keptPercent(visit, onBehalfOf, now));
}

/** What of a visit's money and hours is kept, by a whole percentage, and what is given back. */
export function keptOf(
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
  { policy, start, isPaid }: CancelledVisit,
  onBehalfOf: OnBehalfOf,
  now: Temporal.Instant,
): number {
  if (!isPaid) return 0;
  if (onBehalfOf === 'company') return 100 - policy.companyRefundPercent;
  return isFree(policy, start, now) ? 0 : policy.lateFeePercent;
}

export interface CancellableVisit {
  readonly status: string;
  readonly start: Temporal.Instant;
  /** Somebody of the crew has clocked in. */
  readonly begun: boolean;
  /** All of the crew have clocked out. */
  readonly finished: boolean;
}

/** True while a visit can be called off: by its customer until it starts, by the office until it is done. */
export function canBeCancelled(
  visit: CancellableVisit,
  who: 'customer' | 'office',
  now: Temporal.Instant,
): boolean {
  if (visit.status !== 'pending' && !goesAhead(visit.status)) return false;
  if (who === 'office') return !visit.finished;
  return !visit.begun && Temporal.Instant.compare(now, visit.start) < 0;
}
