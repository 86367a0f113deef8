import type { Cents } from '../../kernel/money.ts';

/**
 * Taking money by card. Every act carries our own idempotency key, so that asking again after a crash
 * gives the first answer. A reply that did not arrive is `unknown`: read before asking anew.
 */
export interface PaymentProvider {
  /** Publishable key for the card fields in the browser; null when the sandbox form is to be used. */
  readonly publishableKey: string | null;
  charge(order: ChargeOrder): Promise<ChargeOutcome>;
  /** Finds what became of an attempt whose reply was lost; null when the provider never saw it. */
  findCharge(search: ChargeSearch): Promise<ChargeOutcome | null>;
  /** Ends a payment that waits for its owner, so that it can never be taken any more. Says how it stands. */
  cancelCharge(paymentIntentId: string): Promise<ChargeOutcome>;
  refund(order: RefundOrder): Promise<RefundOutcome>;
  /** Every refund of a payment, those made by hand too; null when there is no such payment. */
  findRefunds(paymentIntentId: string): Promise<readonly FoundRefund[] | null>;
  /** Keeps a card for later payments without its owner, through the bank's challenge if there is one. */
  keepCard(order: CardOrder): Promise<CardOutcome>;
  /** Finds what became of a card that was to be kept; null when the provider never saw it. */
  findCard(search: CardSearch): Promise<CardOutcome | null>;
  /** Ends a set-up that waits for its owner, so that it never takes effect any more. Says how it stands. */
  cancelCard(setupIntentId: string): Promise<CardOutcome>;
  /** Makes a card the customer's usual one, and forgets the one that it replaces. May be repeated. */
  changeCard(change: CardChange): Promise<void>;
  /** Forgets who somebody is and the card that was kept. May be repeated. */
  forgetCustomer(payer: CustomerToForget): Promise<void>;
  /** Null when there is no such dispute. */
  findDispute(disputeId: string): Promise<FoundDispute | null>;
  /** Checks the signature of a webhook on its raw body; null when it is not genuine. */
  readEvent(rawBody: Buffer, signature: string): Promise<PaymentEvent | null>;
}

export interface ChargeSearch {
  readonly customerRef: string | null;
  readonly attemptId: string;
  readonly paymentIntentId: string | null;
}

export interface RefundOrder {
  /** Ours: asking again with it gives the first answer. */
  readonly refundId: string;
  readonly paymentIntentId: string;
  readonly amount: Cents;
  readonly metadata: Readonly<Record<string, string>>;
}

export type RefundOutcome =
  | { readonly status: 'succeeded' | 'pending'; readonly providerRefundId: string }
  /** Without an id the request was refused, and no refund was made. */
  | { readonly status: 'failed'; readonly providerRefundId: string | null; readonly code: string }
  | { readonly status: 'unknown'; readonly why: string };

export interface FoundRefund {
  readonly providerRefundId: string;
  /** Ours, when we asked for it. */
  readonly refundId: string | null;
  readonly amount: Cents;
  readonly currency: string;
  readonly status: 'succeeded' | 'pending' | 'failed';
  /** Why it failed. */
  readonly code: string | null;
}

export interface ChargeOrder {
  readonly attemptId: string;
  readonly amount: Cents;
  readonly currency: 'SGD';
  readonly instrument: Instrument;
  readonly customer: PayingCustomer;
  readonly receiptEmail: string | null;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** The person is not there to answer a challenge (the office charges a stored card). */
  readonly offSession: boolean;
}

export type Instrument =
  | { readonly kind: 'token'; readonly token: string; readonly keep: boolean }
  | { readonly kind: 'stored'; readonly paymentMethodId: string };

export interface PayingCustomer {
  readonly id: string;
  readonly stripeCustomerId: string | null;
  readonly fullname: string;
  readonly email: string;
  readonly mobile: string;
}

/** What a person knows a card by. */
export interface CardFace {
  /** The provider's word, e.g. `visa`. */
  readonly brand: string;
  readonly last4: string;
}

export interface StoredCard {
  readonly paymentMethodId: string;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
}

export type ChargeOutcome =
  | {
      readonly status: 'succeeded';
      readonly paymentIntentId: string;
      readonly amount: Cents;
      readonly currency: string;
      readonly stripeCustomerId: string | null;
      /** Present when a new card was to be kept. */
      readonly card: StoredCard | null;
      /** With which card it was paid; null where the provider does not say. */
      readonly paidWith: CardFace | null;
    }
  | { readonly status: 'requires_action'; readonly paymentIntentId: string; readonly clientSecret: string }
  | {
      readonly status: 'declined';
      readonly paymentIntentId: string | null;
      /** The provider's word, e.g. `insufficient_funds`. */
      readonly code: string;
    }
  /** No answer, or one that makes no sense: nothing may be concluded. */
  | { readonly status: 'unknown'; readonly why: string };

export interface CardOrder {
  /** Ours: asking again with it gives the first answer. */
  readonly setupId: string;
  readonly token: string;
  readonly customer: PayingCustomer;
}

export interface CardSearch {
  readonly setupId: string;
  readonly setupIntentId: string | null;
  readonly customerRef: string | null;
}

export type CardOutcome =
  | {
      readonly status: 'succeeded';
      readonly setupIntentId: string;
      readonly stripeCustomerId: string;
      readonly card: StoredCard;
    }
  | { readonly status: 'requires_action'; readonly setupIntentId: string; readonly clientSecret: string }
  | { readonly status: 'declined'; readonly setupIntentId: string | null; readonly code: string }
  | { readonly status: 'unknown'; readonly why: string };

export interface CardChange {
  readonly stripeCustomerId: string;
  readonly paymentMethodId: string;
  /** The card before; null when there was none. */
  readonly replaces: string | null;
}

export interface CustomerToForget {
  readonly stripeCustomerId: string;
  readonly paymentMethodId: string | null;
}

export interface FoundDispute {
  readonly disputeId: string;
  readonly paymentIntentId: string | null;
  readonly amount: Cents;
  readonly currency: string;
  /** The bank's word: `fraudulent`, `product_not_received` … */
  readonly reason: string;
  /** open: it can still be answered. won, lost: the bank has decided. closed: it came to nothing. */
  readonly state: 'open' | 'won' | 'lost' | 'closed';
  /** Until when the bank takes an answer; null where it takes none. */
  readonly dueBy: Temporal.Instant | null;
}

export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  /** What it is about: `payment_intent`, `setup_intent`, `charge`, `refund`, `dispute` …, and its id. */
  readonly about: string;
  readonly aboutId: string | null;
  readonly paymentIntentId: string | null;
  /** Ours, given along with the payment or the set-up. */
  readonly attemptId: string | null;
}
