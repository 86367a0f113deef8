/** The entities of the money model. */

/** New hours of a customer, and the cents that were paid for them. */
export interface NewHours {
  readonly tier: number;
  readonly hours: number;
  readonly cost?: number;
  readonly since: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly paidBy?: object | undefined;
}

/** The in-memory model of hours of credit (CreditModel). */
export interface HoursModel {
  /** Returns the index by which they can be taken back. */
  add(owner: number, hours: NewHours): number;
  /** Refunds cents of the cost and takes hours with them; false if the rest is worth less. */
  takeBack(nth: number, cents: number): boolean;
  /** Returns the hours reserved; each call is a new job, counted from 0. */
  hold(owner: number, hours: number, now: Temporal.Instant): number;
  spend(job: number): void;
  giveBack(job: number, hours: number, now: Temporal.Instant): number;
  dispute(payment: object, isDisputed: boolean): void;
  usable(owner: number, now: Temporal.Instant): number;
  holdsDisputed(owner: number): boolean;
  keepsDisputed(job: number): boolean;
  expire(now: Temporal.Instant): void;
  returnGifts(now: Temporal.Instant): void;
}

/** A card by the bank's behaviour: pays, declines, challenges; `lost` pays, but the reply is lost. */
export type Card = 'visa' | 'declined' | 'asks' | 'lost';
/** The result of a payment request. */
export type Paid = 'paid' | 'declined' | 'asks' | 'waits' | 'refused';

/** The discount of a promo code and its limits. */
export interface CodeTerms {
  readonly type: 'percent' | 'amount';
  readonly amount: number;
  readonly allocation: number;
  readonly perCustomer: number | null;
}

/** A charge without an outcome so far. */
export interface Charge {
  readonly card: 'asks' | 'lost';
  readonly since: Temporal.Instant;
  answer: boolean | null;
}

export interface Payable {
  readonly owner: number;
  charge: Charge | null;
  hasCode: boolean;
  /** Cents taken by card, minus refunds. */
  cents: number;
  /** The state of its dispute, if there is one. */
  dispute?: 'open' | 'won' | 'lost';
}

export interface ModelVisit extends Payable {
  /** Cents of a cancelled visit that are refunded once a dispute is won. */
  waiting: number;
  start: Temporal.Instant;
  status: 'pending' | 'paid' | 'expired' | 'cancelled';
  isTrashed: boolean;
  hasMoved: boolean;
  began: Temporal.Instant;
  heldUntil: Temporal.Instant;
  hours: number;
  /** The index in the model of hours. */
  use: number;
  wasPaid: boolean;
  /** The index of its cleaner. */
  crew: number;
  /** The office has set its clock times. */
  isClocked: boolean;
  /** The visit that this one makes good, free of charge. */
  readonly recleanOf: ModelVisit | null;
  /** The visits of a series that were paid together, this one included; empty for others. */
  readonly paidWith: readonly ModelVisit[];
}

export interface ModelPurchase extends Payable {
  status: 'open' | 'paid' | 'failed';
  /** The index of its lot in the model of hours. */
  lot: number;
}

/** The most bookings that a customer may hold unpaid. */
export const MOST_HELD = 5;
/** Three hours at S$30, in cents; and a package of four hours. */
export const VISIT = { hours: 3, perHour: 3000, price: 9000 } as const;
export const PACK = { hours: 4, tier: 24, price: 9593 } as const;
export const SMALLEST_CHARGE = 50;

/** A day ahead: can be cancelled free of charge, moved and booked. */
export function isFarEnough(start: Temporal.Instant, now: Temporal.Instant): boolean {
  return !isBefore(start, now.add({ hours: 24 }));
}

export function earlier(a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant {
  return isBefore(a, b) ? a : b;
}

export function isBefore(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) < 0;
}
