import { beforeEach, describe, expect, it, vi } from 'vitest';
import { feature as payments } from '#features/money/payments/server/index.ts';
import { addPayer } from '#features/money/payments/server/testing/sales.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { checkLedgerNightly } from './check-ledger.ts';
import { feature } from './index.ts';

const error = vi.fn();
const check = () => {
  const ctx = app.context();
  return checkLedgerNightly({ ...ctx, log: Object.assign(Object.create(ctx.log), { error }) });
};

const app = await startTestApp({ features: [feature, payments] });

beforeEach(() => error.mockReset());

describe('the nightly ledger check', () => {
  it('does not page when all invariants hold', async () => {
    await check();
    expect(error).not.toHaveBeenCalled();
  });

  it('pages once per business day, from 03:00, while an invariant is violated', async () => {
    const customerID = await addPayer(app);
    // A refund larger than the payment, written around the rules: violates I9, and I11 for each of the two.
    await app.database.pool.query(
      `insert into money_transaction (id, type, method, total, customer_id, details, created_at)
       values ($1, 'manual', 'cash', 100, $2, '', now())`,
      [customerID, customerID],
    );
    await app.database.pool.query(
      `insert into money_transaction (id, type, method, total, customer_id, refund_of, details, created_at)
       values ($1, 'refund', 'cash', -200, $2, $2, '', now())`,
      [app.services.newID(), customerID],
    );
    await check();
    expect(error).not.toHaveBeenCalled(); // already checked today
    app.clock.set('2026-11-24T02:59:00+08:00');
    await check();
    expect(error).not.toHaveBeenCalled();
    app.clock.set('2026-11-24T03:00:00+08:00');
    await check();
    await check();
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ wake: true, count: 3 }),
      expect.stringContaining('ledger check failed'),
    );
  });
});
