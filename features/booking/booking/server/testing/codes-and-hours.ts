import type { Context } from '#platform/server/context.ts';

interface CodeTerms {
  readonly type?: 'percent' | 'amount' | 'hours';
  readonly amount?: number;
  readonly allocation?: number | null;
  readonly perCustomer?: number | null;
}

/** Creates a promo code, 10 % by default. Returns its id. */
export async function addCode(ctx: Context, code: string, terms: CodeTerms = {}): Promise<string> {
  const { type = 'percent', amount = 10, allocation = null, perCustomer = null } = terms;
  const [id, now] = [ctx.newID(), ctx.clock.now().toString()];
  await ctx.db
    .insertInto('promo_code')
    .values({
      id,
      code,
      label: code,
      type,
      amount,
      bookingTypes: [],
      packages: [],
      totalAllocation: allocation,
      maxPerCustomer: perCustomer,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  return id;
}
