import type { Cents } from '../../kernel/money.ts';

/**
 * Card payments. Every request carries our own idempotency key, so that a retry after a crash gets the first reply. A
 * lost reply is `unknown`: look up the outcome before retrying.
 */
export interface PaymentProvider {
  /** Publishable key for the card fields in the browser; null to use the sandbox form. */
  readonly publishableKey: string | null;
  /** A real request that changes nothing. Throws why it failed; absent for a fake. */
  check?(): Promise<void>;
  charge(order: ChargeOrder): Promise<ChargeOutcome>;
  /** Looks up an attempt whose reply was lost; null when the provider never received it. */
  findCharge(search: ChargeSearch): Promise<ChargeOutcome | null>;
  /** Cancels a payment that waits for the cardholder, so that it can never be taken. Returns its state. */
  cancelCharge(paymentIntentID: string): Promise<ChargeOutcome>;
  refund(order: RefundOrder): Promise<RefundOutcome>;
  /** Every refund of a payment, including manual ones; null when there is no such payment. */
  findRefunds(paymentIntentID: string): Promise<readonly FoundRefund[] | null>;
  /** Saves a card for later off-session payments, through the bank's challenge if there is one. */
  keepCard(order: CardOrder): Promise<CardOutcome>;
  /** Looks up a card set-up; null when the provider never received it. */
  findCard(search: CardSearch): Promise<CardOutcome | null>;
  /** Cancels a set-up that waits for the cardholder, so that it never takes effect. Returns its state. */
  cancelCard(setupIntentID: string): Promise<CardOutcome>;
  /** Makes a card the customer's default, and removes the one that it replaces. Idempotent. */
  changeCard(change: CardChange): Promise<void>;
  /** Removes a customer's personal details and saved card. Idempotent. */
  forgetCustomer(payer: CustomerToForget): Promise<void>;
  /** Null when there is no such dispute. */
  findDispute(disputeID: string): Promise<FoundDispute | null>;
  /** Verifies the signature of a webhook on its raw body; null when it is not authentic. */
  readEvent(rawBody: Buffer, signature: string): Promise<PaymentEvent | null>;
}

export interface ChargeSearch {
  readonly customerRef: string | null;
  readonly attemptID: string;
  readonly paymentIntentID: string | null;
}

export interface RefundOrder {
  /** Ours: a retry with it gets the first reply. */
  readonly refundID: string;
  readonly paymentIntentID: string;
  readonly amount: Cents;
  readonly metadata: Readonly<Record<string, string>>;
}

export type RefundOutcome =
  | { readonly status: 'succeeded' | 'pending'; readonly providerRefundID: string }
  /** Without an id the request was refused, and no refund was created. */
  | { readonly status: 'failed'; readonly providerRefundID: string | null; readonly code: string }
  | { readonly status: 'unknown'; readonly why: string };

export interface FoundRefund {
  readonly providerRefundID: string;
  /** Ours, if we requested it. */
  readonly refundID: string | null;
  readonly amount: Cents;
  readonly currency: string;
  readonly status: 'succeeded' | 'pending' | 'failed';
  /** The failure code. */
  readonly code: string | null;
}

export interface ChargeOrder {
  readonly attemptID: string;
  readonly amount: Cents;
  readonly currency: 'SGD';
  readonly instrument: Instrument;
  readonly customer: PayingCustomer;
  readonly receiptEmail: string | null;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** The cardholder is not present to pass a challenge (the office charges a saved card). */
  readonly offSession: boolean;
}

export type Instrument =
  | { readonly kind: 'token'; readonly token: string; readonly keep: boolean }
  | { readonly kind: 'stored'; readonly paymentMethodID: string };

export interface PayingCustomer {
  readonly id: string;
  readonly stripeCustomerID: string | null;
  readonly fullname: string;
  readonly email: string;
  readonly mobile: string;
}

/** The details by which a person recognises a card. */
export interface CardFace {
  /** The provider's value, e.g. `visa`. */
  readonly brand: string;
  readonly last4: string;
}

export interface StoredCard {
  readonly paymentMethodID: string;
  /** `visa` */
  readonly brand: string;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
}

export type ChargeOutcome =
  | {
      readonly status: 'succeeded';
      readonly paymentIntentID: string;
      readonly amount: Cents;
      readonly currency: string;
      readonly stripeCustomerID: string | null;
      /** Present when a new card was to be saved. */
      readonly card: StoredCard | null;
      /** The card used; null if the provider does not say. */
      readonly paidWith: CardFace | null;
    }
  | { readonly status: 'requires_action'; readonly paymentIntentID: string; readonly clientSecret: string }
  | {
      readonly status: 'declined';
      readonly paymentIntentID: string | null;
      /** The provider's value, e.g. `insufficient_funds`. */
      readonly code: string;
    }
  /** No reply, or an unusable one: conclude nothing from it. */
  | { readonly status: 'unknown'; readonly why: string };

export interface CardOrder {
  /** Ours: a retry with it gets the first reply. */
  readonly setupID: string;
  readonly token: string;
  readonly customer: PayingCustomer;
}

export interface CardSearch {
  readonly setupID: string;
  readonly setupIntentID: string | null;
  readonly customerRef: string | null;
}

export type CardOutcome =
  | {
      readonly status: 'succeeded';
      readonly setupIntentID: string;
      readonly stripeCustomerID: string;
      readonly card: StoredCard;
    }
  | { readonly status: 'requires_action'; readonly setupIntentID: string; readonly clientSecret: string }
  | { readonly status: 'declined'; readonly setupIntentID: string | null; readonly code: string }
  | { readonly status: 'unknown'; readonly why: string };

export interface CardChange {
  readonly stripeCustomerID: string;
  readonly paymentMethodID: string;
  /** The previous card; null when there was none. */
  readonly replaces: string | null;
}

export interface CustomerToForget {
  readonly stripeCustomerID: string;
  readonly paymentMethodID: string | null;
}

export interface FoundDispute {
  readonly disputeID: string;
  readonly paymentIntentID: string | null;
  readonly amount: Cents;
  readonly currency: string;
  /** The bank's code: `fraudulent`, `product_not_received` … */
  readonly reason: string;
  /** open: we can still respond. won, lost: the bank has decided. closed: ended without a decision. */
  readonly state: 'open' | 'won' | 'lost' | 'closed';
  /** The deadline for a response; null if none is possible. */
  readonly dueBy: Temporal.Instant | null;
}

export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  /** The type of its object: `payment_intent`, `setup_intent`, `charge`, `refund`, `dispute` …, and its id. */
  readonly about: string;
  readonly aboutID: string | null;
  readonly paymentIntentID: string | null;
  /** Ours, sent with the payment or the set-up. */
  readonly attemptID: string | null;
}
