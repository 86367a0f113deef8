import type { Cents, Hours } from '#platform/kernel/money.ts';
import type { Refusal } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { DEFERRED_REVENUE } from '../rules/accounts.ts';
import type { Allocation } from '../rules/allocation.ts';
import type { Purpose } from '../rules/attempt.ts';
import type { RefundTarget } from '../rules/refund.ts';
import type { Attempt } from './attempts.ts';

/** The effects of a payment outcome, run in the transaction that applies it. */
export interface PaymentPurpose {
  /** Locks what is paid for, before anything referring to it is written. */
  lock?(tx: Tx, attempt: Attempt): Promise<void>;
  /**
   * The payment succeeded. Runs once per attempt, but possibly late (after the target ended or was paid by
   * another attempt), and must leave a consistent state even then. See reportUnwanted. What `lock` locks is
   * locked.
   */
  succeeded(tx: Tx, attempt: Attempt, transactionID: string): Promise<void>;
  /** Declined, abandoned or expired: nothing was charged. */
  failed(tx: Tx, attempt: Attempt): Promise<void>;
  /**
   * The jobs that the money is for, the target first, adding up to the amount; required for the purposes
   * `job` and `job-change`.
   */
  allocations?(attempt: Attempt): readonly Allocation[];
  /** The ledger account of the income, `revenue:one-time`; defaults to the purpose's usual one. */
  income?(attempt: Attempt): string;
  /**
   * A payment is being refunded, in the transaction that posts it: takes back what was bought, or refuses.
   * What `lock` locks is locked. After a refusal the transaction must be rolled back.
   */
  refunding?(
    tx: Tx,
    attempt: Attempt,
    refund: MoneyGivenBack,
  ): Promise<Refusal<'not_refundable'> | undefined>;
  /**
   * A dispute was lost and cannot be posted as a refund, because part of what was bought is used: takes back
   * the rest. What `lock` locks is locked.
   */
  disputeLost?(
    tx: Tx,
    attempt: Attempt,
    lost: { readonly transactionID: string; readonly reason: string },
  ): Promise<void>;
  /**
   * A refund failed and the money stays here: restores what `refunding` took, in the transaction that posts
   * it. What `lock` locks is locked.
   */
  refundReversed?(tx: Tx, attempt: Attempt, reversed: ReversedRefund): Promise<void>;
}

/** A refund that is being posted. */
export interface MoneyGivenBack {
  /** The refund transaction, already inserted. */
  readonly transactionID: string;
  /** The refunded payment. */
  readonly paymentID: string;
  readonly customerID: string;
  /** Cents, positive. */
  readonly cents: Cents;
  /** Cents left of the payment after this refund. */
  readonly left: Cents;
  /** Each job's share in cents, positive; empty for a payment that was for no job. */
  readonly parts: readonly Allocation[];
  readonly to: RefundTarget;
  /** Given by the office or the provider. */
  readonly reason: string;
}

/** A failed refund that is reversed. */
export interface ReversedRefund {
  /** The reversing transaction, already inserted. */
  readonly transactionID: string;
  /** The refund transaction. */
  readonly refundID: string;
  readonly customerID: string;
  /** Cents, positive. */
  readonly cents: Cents;
  readonly reason: string;
}

/** Turns refunded money into hours of credit: the deferred revenue is posted already, the hours are not. */
export interface CreditsForRefund {
  /** @returns the change of the customer's hours. */
  give(tx: Tx, refund: MoneyGivenBack): Promise<Hours | Refusal<'not_refundable'>>;
}

const USUAL_INCOME: Readonly<Record<Purpose, string>> = {
  job: 'revenue:job',
  'job-change': 'revenue:job',
  'job-charge': 'revenue:job',
  'credit-package': DEFERRED_REVENUE,
  'ad-hoc': 'revenue:ad-hoc',
};

declare module '#platform/server/feature.ts' {
  interface Feature {
    /**
     * The effects of payment outcomes by purpose. Registered by higher-level features, which payments does
     * not know.
     */
    readonly paymentPurposes?: { readonly [P in Purpose]?: PaymentPurpose };
    /** Refunds as hours of credit; without it, money can only go back the way it came. */
    readonly refundToCredits?: CreditsForRefund;
  }
}

/** The purpose of an ad-hoc charge: it has no effects beyond the ledger. */
export const ledgerOnlyPurpose: PaymentPurpose = {
  succeeded: async () => undefined,
  failed: async () => undefined,
};

/**
 * @throws if no feature registers the purpose: the payment would have no effect. The attempt stays open then.
 */
export function purposeOf(ctx: Context, attempt: Attempt): PaymentPurpose {
  const purpose = ctx.composed.paymentPurposes?.[attempt.purpose];
  if (purpose === undefined) throw new Error(`No feature registers the payment purpose ${attempt.purpose}.`);
  return purpose;
}

export function incomeAccountOf(ctx: Context, attempt: Attempt): string {
  return purposeOf(ctx, attempt).income?.(attempt) ?? USUAL_INCOME[attempt.purpose];
}
