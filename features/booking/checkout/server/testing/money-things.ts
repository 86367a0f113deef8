/** The things of the random stories of money, as the model keeps them. */

/** Hours that somebody gets, and the cents that were paid for them. */
export interface NewHours {
  readonly tier: number;
  readonly hours: number;
  readonly cost?: number;
  readonly since: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly paidBy?: object | undefined;
}

/** Hours of credit in memory, as the random stories of credits keep them (CreditModel). */
export interface HoursModel {
  /** Returns their number, by which they can be taken back. */
  add(owner: number, hours: NewHours): number;
  /** So many cents of what was paid for hours go back, and hours with them; false when what is left was not worth as much. */
  takeBack(nth: number, cents: number): boolean;
  /** How many were there to be kept; each call is a job of its own, counted from 0. */
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

/** A card, by what the bank does: pays, says no, asks its owner; `lost` pays, and nobody hears of it. */
export type Card = 'visa' | 'declined' | 'asks' | 'lost';
/** What a call that pays replies. */
export type Paid = 'paid' | 'declined' | 'asks' | 'waits' | 'refused';

/** What a promo code takes off, and how often. */
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
  /** Cents taken for it by card, less what went back. */
  cents: number;
  /** What the cardholder's bank says of it, where it was asked. */
  dispute?: 'open' | 'won' | 'lost';
}

export interface ModelVisit extends Payable {
  /** Cents of a cancelled visit that go back once a dispute is won. */
  waiting: number;
  start: Temporal.Instant;
  status: 'pending' | 'paid' | 'expired' | 'cancelled';
  isTrashed: boolean;
  hasMoved: boolean;
  began: Temporal.Instant;
  heldUntil: Temporal.Instant;
  hours: number;
  /** What the model of hours calls it. */
  use: number;
}

export interface ModelPurchase extends Payable {
  status: 'open' | 'paid' | 'failed';
  /** What the model of hours calls its hours. */
  lot: number;
}

/** Three hours at S$30, in cents; and a package of four hours. */
export const VISIT = { hours: 3, perHour: 3000, price: 9000 } as const;
export const PACK = { hours: 4, tier: 24, price: 9593 } as const;
export const SMALLEST_CHARGE = 50;

/** A day ahead: free to be cancelled and moved, and bookable. */
export function isFarEnough(start: Temporal.Instant, now: Temporal.Instant): boolean {
  return !isBefore(start, now.add({ hours: 24 }));
}

export function earlier(a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant {
  return isBefore(a, b) ? a : b;
}

export function isBefore(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) < 0;
}
