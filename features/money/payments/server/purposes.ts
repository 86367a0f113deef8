import type { Cents, Hours } from '#platform/kernel/money.ts';
import type { Refusal } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { DEFERRED_REVENUE } from '../rules/accounts.ts';
import type { Allocation } from '../rules/allocation.ts';
import type { Purpose } from '../rules/attempt.ts';
import type { RefundTarget } from '../rules/refund.ts';
import type { Attempt } from './attempts.ts';

/** What follows from a payment, in the transaction that settles it. */
export interface PaymentPurpose {
  /** Locks what the money is for, before anything is written of it. */
  lock?(tx: Tx, attempt: Attempt): Promise<void>;
  /**
   * The money has arrived. Runs once for each attempt, but perhaps late (after the target was given up, or
   * paid by another attempt): then it must still leave things in order. See reportUnwanted. What `lock` locks is locked.
   */
  succeeded(tx: Tx, attempt: Attempt, transactionId: string): Promise<void>;
  /** Declined, given up or expired: nothing was charged. */
  failed(tx: Tx, attempt: Attempt): Promise<void>;
  /** Which jobs the money is for, the target first; needed by the purposes `job` and `job-change`. They add up to the amount. */
  allocations?(attempt: Attempt): readonly Allocation[];
  /** The ledger account that earns the money, `revenue:one-time`; without it the purpose's usual one. */
  income?(attempt: Attempt): string;
  /**
   * Money of a payment goes back, in the transaction that books it: takes back what it had bought, or says why it cannot.
   * What `lock` locks is locked. After a refusal nothing of that transaction may stay.
   */
  refunding?(
    tx: Tx,
    attempt: Attempt,
    refund: MoneyGivenBack,
  ): Promise<Refusal<'not_refundable'> | undefined>;
  /**
   * A dispute was lost, and the money cannot be booked as a refund, because part of what it bought is used: takes back what
   * is left of it. What `lock` locks is locked.
   */
  disputeLost?(
    tx: Tx,
    attempt: Attempt,
    lost: { readonly transactionId: string; readonly reason: string },
  ): Promise<void>;
  /**
   * Money that was refunded never arrived and stays here: gives back what `refunding` took, in the transaction that books
   * it. What `lock` locks is locked.
   */
  refundReversed?(tx: Tx, attempt: Attempt, reversed: ReversedRefund): Promise<void>;
}

/** A refund that is being booked. */
export interface MoneyGivenBack {
  /** The refund transaction; it is written by now. */
  readonly transactionId: string;
  /** The payment that it is given back from. */
  readonly paymentId: string;
  readonly customerId: string;
  /** Cents, positive. */
  readonly cents: Cents;
  /** Cents that are left of the payment after this refund. */
  readonly left: Cents;
  /** The part of each job, in cents, positive; empty for a payment that was for no job. */
  readonly parts: readonly Allocation[];
  readonly to: RefundTarget;
  /** Of the office, or of the provider. */
  readonly reason: string;
}

/** A refund that never arrived, and that the books take back. */
export interface ReversedRefund {
  /** The transaction that takes it back; it is written by now. */
  readonly transactionId: string;
  /** The refund transaction. */
  readonly refundId: string;
  readonly customerId: string;
  /** Cents, positive. */
  readonly cents: Cents;
  readonly reason: string;
}

/** Turns refunded money into hours of credit: the deferred revenue is booked, the hours are not. */
export interface CreditsForRefund {
  /** @returns the hours that the customer has more now. */
  give(tx: Tx, refund: MoneyGivenBack): Promise<Hours | Refusal<'not_refundable'>>;
}

const USUAL_INCOME: Readonly<Record<Purpose, string>> = {
  job: 'revenue:job',
  'job-change': 'revenue:job',
  'credit-package': DEFERRED_REVENUE,
  'ad-hoc': 'revenue:ad-hoc',
};

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** What a purpose does once its payment is decided. Payments knows none of the features above it. */
    readonly paymentPurposes?: { readonly [P in Purpose]?: PaymentPurpose };
    /** Refunds as hours of credit; without it money goes back the way it came only. */
    readonly refundToCredits?: CreditsForRefund;
  }
}

/** An ad-hoc charge is its own purpose: the books are all that follows. */
export const booksOnly: PaymentPurpose = {
  succeeded: async () => undefined,
  failed: async () => undefined,
};

/** @throws when no feature offers it: money would arrive without effect. The attempt stays open then. */
export function purposeOf(ctx: Context, attempt: Attempt): PaymentPurpose {
  const purpose = ctx.composed.paymentPurposes?.[attempt.purpose];
  if (purpose === undefined) throw new Error(`No feature offers the payment purpose ${attempt.purpose}.`);
  return purpose;
}

export function incomeAccountOf(ctx: Context, attempt: Attempt): string {
  return purposeOf(ctx, attempt).income?.(attempt) ?? USUAL_INCOME[attempt.purpose];
}
