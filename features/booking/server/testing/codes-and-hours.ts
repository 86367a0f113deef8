import { addLot } from '#features/credits/server/index.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';

interface CodeTerms {
  readonly type?: 'percent' | 'amount' | 'hours';
  readonly amount?: number;
  readonly allocation?: number | null;
  readonly perCustomer?: number | null;
}

/** Writes a promo code, 10 % unless said otherwise. Its id. */
export async function addCode(ctx: Context, code: string, terms: CodeTerms = {}): Promise<string> {
  const { type = 'percent', amount = 10, allocation = null, perCustomer = null } = terms;
  const [id, now] = [ctx.newId(), ctx.clock.now().toString()];
  await ctx.db
    .insertInto('promo_code')
    .values({
      id,
      code,
      label: code,
      type,
      amount,
      booking_types: [],
      packages: [],
      total_allocation: allocation,
      max_per_customer: perCustomer,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

interface Hours {
  readonly hours: number;
  /** Whole dollars. */
  readonly perHour?: 27 | 25 | 24 | 0;
  /** Cents that were paid for them; nothing unless said. */
  readonly cost?: number;
  /** From now on. */
  readonly expiresIn?: Temporal.DurationLike;
}

/** Gives a customer a lot of hours. Its id. What was paid for it is deferred by a posting of the test's own. */
export async function addHours(
  ctx: Context,
  customerId: string,
  { hours, perHour = 27, cost = 0, expiresIn }: Hours,
): Promise<string> {
  const id = ctx.newId();
  const expiresAt = expiresIn === undefined ? null : ctx.clock.now().add(expiresIn);
  await inTransaction(ctx, async (tx) => {
    const lot = { id, customerId, perHour, hours, cost, source: 'adjustment', expiresAt } as const;
    await addLot(tx, lot, { kind: 'adjusted', account: 'company:credits_issued' });
    if (cost > 0) await deferCost(tx, id, cost);
  });
  return id;
}

async function deferCost(ctx: Context, lotId: string, cost: number): Promise<void> {
  const id = ctx.newId();
  await ctx.db
    .insertInto('ledger_tx')
    .values({
      id,
      kind: 'test',
      ref_kind: 'lot',
      ref_id: lotId,
      idempotency_key: `test:${id}`,
      created_at: ctx.clock.now().toString(),
    })
    .execute();
  await ctx.db
    .insertInto('ledger_entry')
    .values([
      { tx_id: id, line: 1, account: 'cash', commodity: 'SGD', amount: cost },
      { tx_id: id, line: 2, account: 'deferred_revenue', commodity: 'SGD', amount: -cost },
    ])
    .execute();
}
