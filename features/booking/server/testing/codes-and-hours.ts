import { addPromo } from '#features/promo-codes/server/testing/promo-world.ts';
import type { Context } from '#platform/server/context.ts';

interface CodeTerms {
  readonly type?: 'percent' | 'amount' | 'hours';
  readonly amount?: number;
  /** How many uses there are, in all and for each customer; without a limit unless said. */
  readonly allocation?: number | null;
  readonly perCustomer?: number | null;
}

/** A promo code by its name and its terms, 10 % off unless said otherwise. Its id. */
export async function addCode(ctx: Context, code: string, terms: CodeTerms = {}): Promise<string> {
  const { allocation = null, perCustomer = null, type = 'percent', amount = 10 } = terms;
  const limits = { total_allocation: allocation, max_per_customer: perCustomer };
  return (await addPromo(ctx, { code, label: code, type, amount, ...limits })).id;
}
