import type { Tx } from '#platform/server/context.ts';
import type { Purpose } from '../rules/attempt.ts';
import type { Attempt } from './attempts.ts';

/** What follows from a payment, in the transaction that settles it. */
export interface PurposeHandler {
  /**
   * The money has arrived. Runs once for each attempt, but perhaps late (after the target was given up, or
   * paid by another attempt): then it must still leave things in order. See reportUnwanted.
   */
  succeeded(tx: Tx, attempt: Attempt, transactionId: string): Promise<void>;
  /** Declined, given up or expired: nothing was charged. */
  failed(tx: Tx, attempt: Attempt): Promise<void>;
  /** The ledger account that earns the money, `revenue:one-time`; without it the purpose's usual one. */
  income?(attempt: Attempt): string;
}

const USUAL_INCOME: Readonly<Record<Purpose, string>> = {
  job: 'revenue:job',
  'credit-package': 'deferred_revenue',
  'ad-hoc': 'revenue:ad-hoc',
};

/** An ad-hoc charge is its own purpose: the books are all that follows. */
const booksOnly: PurposeHandler = {
  succeeded: async () => undefined,
  failed: async () => undefined,
};

const handlers = new Map<Purpose, PurposeHandler>([['ad-hoc', booksOnly]]);

/**
 * Registers what a purpose does once its payment is decided. Features above payments call this when they
 * are loaded; payments does not know them.
 */
export function whenSettled(purpose: Purpose, handler: PurposeHandler): void {
  handlers.set(purpose, handler);
}

/** @throws when nobody has registered: money would arrive without effect. The attempt stays open then. */
export function handlerOf(purpose: Purpose): PurposeHandler {
  const handler = handlers.get(purpose);
  if (handler === undefined) throw new Error(`Nobody settles payments for ${purpose}: see whenSettled.`);
  return handler;
}

export function incomeAccount(attempt: Attempt): string {
  return handlerOf(attempt.purpose).income?.(attempt) ?? USUAL_INCOME[attempt.purpose];
}
