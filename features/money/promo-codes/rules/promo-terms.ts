import { type Hours, isHalfHourStep } from '#platform/kernel/money.ts';
import type { FieldError } from '#platform/kernel/refusal.ts';
import type { PromoType } from './discount.ts';

/** More hours than any package has. */
const MAX_HOURS: Hours = 1000;

/** The terms of a code that must be consistent with each other. */
export interface JudgedTerms {
  readonly type: PromoType;
  readonly amount: number;
  /** `YYYY-MM-DD`, null for no bound. */
  readonly startDate: string | null;
  readonly endDate: string | null;
}

/** A change of a code; absent and undefined fields stay as they are. */
export type JudgedChange = {
  readonly [K in keyof JudgedTerms]?: JudgedTerms[K] | undefined;
} & {
  readonly totalAllocation?: number | null | undefined;
  readonly maxPerCustomer?: number | null | undefined;
};

/** Live uses: reserved or used. */
export interface LiveUses {
  readonly byAll: number;
  /** Of the customer with the most live uses. */
  readonly byOne: number;
}

/** Inconsistent terms, as errors of their fields. */
export function wrongTerms(terms: JudgedTerms): FieldError[] {
  const wrongAmount = whyAmountWrong(terms);
  const errors = wrongAmount === null ? [] : [{ path: 'amount', message: wrongAmount }];
  if (terms.startDate !== null && terms.endDate !== null && terms.endDate < terms.startDate) {
    errors.push({ path: 'endDate', message: 'The last day is before the first. Choose a later one.' });
  }
  return errors;
}

/** Errors that a change would cause: inconsistent terms, and limits below the live uses. */
export function wrongChange(before: JudgedTerms, change: JudgedChange, live: LiveUses): FieldError[] {
  // Otherwise 10 percent would silently become 10 cents.
  if (change.type !== undefined && change.type !== before.type && change.amount === undefined) {
    return [{ path: 'amount', message: 'Enter how much the code takes off now.' }];
  }
  const { type = before.type, amount = before.amount } = change;
  const { startDate = before.startDate, endDate = before.endDate } = change;
  return [...wrongTerms({ type, amount, startDate, endDate }), ...wrongLimits(change, live)];
}

function whyAmountWrong({ type, amount }: JudgedTerms): string | null {
  switch (type) {
    case 'percent':
      return Number.isInteger(amount) && amount <= 100 ? null : 'Enter a whole percentage from 1 to 100.';
    case 'amount':
      return Number.isInteger(amount) ? null : 'Enter the amount in whole cents.';
    case 'hours':
      return isHalfHourStep(amount) && amount <= MAX_HOURS
        ? null
        : 'Enter hours in steps of half an hour, at most 1,000.';
  }
}

function wrongLimits({ totalAllocation, maxPerCustomer }: JudgedChange, live: LiveUses): FieldError[] {
  const errors: FieldError[] = [];
  if (isBelow(totalAllocation, live.byAll)) {
    const message = `It has been used or reserved ${times(live.byAll)}. Enter at least ${live.byAll}.`;
    errors.push({ path: 'totalAllocation', message });
  }
  if (isBelow(maxPerCustomer, live.byOne)) {
    const message = `One customer has used it ${times(live.byOne)}. Enter at least ${live.byOne}.`;
    errors.push({ path: 'maxPerCustomer', message });
  }
  return errors;
}

function isBelow(limit: number | null | undefined, uses: number): boolean {
  return typeof limit === 'number' && limit < uses;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
