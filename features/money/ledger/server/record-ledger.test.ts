import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { feature as credits } from '#features/money/credits/server/index.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { moneyEntries } from '../rules/ledger.ts';
import { checkLedger, feature, type LedgerPosting, recordLedger } from './index.ts';

const app = await startTestApp({ features: [feature, credits] });

const posting = (key: string, over: Partial<LedgerPosting> = {}): LedgerPosting => ({
  kind: 'test',
  ref: { kind: 'test', id: key },
  idempotencyKey: key,
  entries: moneyEntries({ from: 'revenue:job', to: 'stripe_clearing', amount: 100 }),
  ...over,
});
const record = (of: LedgerPosting) => inTransaction(app.context(), (tx) => recordLedger(tx, of));
const lines = async (key: string) =>
  app.services.db
    .selectFrom('ledger_entry as entry')
    .innerJoin('ledger_tx as posting', 'posting.id', 'entry.txID')
    .select('entry.amount')
    .where('posting.idempotencyKey', '=', key)
    .execute();

describe('the ledger', () => {
  it('posts once per idempotency key, however often it is called', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => record(posting('once'))));
    expect(new Set(ids).size).toBe(1);
    expect(await lines('once')).toHaveLength(2);
  });

  it('does not hide a different posting behind a used key', async () => {
    await record(posting('used'));
    const other = moneyEntries({ from: 'revenue:job', to: 'stripe_clearing', amount: 101 });
    await expect(record(posting('used', { entries: other }))).rejects.toThrow('used for a different posting');
  });

  it('refuses entries that do not balance, are empty or are not whole numbers', async () => {
    const one = { account: 'a', commodity: 'SGD', amount: 5 };
    await expect(record(posting('x', { entries: [one] }))).rejects.toThrow('does not balance');
    await expect(record(posting('x', { entries: [] }))).rejects.toThrow('no entries');
    const half = [
      { ...one, amount: 0.5 },
      { ...one, amount: -0.5 },
    ];
    await expect(record(posting('x', { entries: half }))).rejects.toThrow('whole number');
  });

  it('commits or rolls back a posting with its transaction', async () => {
    const refusal = await inTransaction(app.context(), async (tx) => {
      await recordLedger(tx, posting('rolled-back'));
      return { refusal: 'no' };
    });
    expect(refusal).toEqual({ refusal: 'no' });
    expect(await lines('rolled-back')).toEqual([]);
  });
});

describe('database constraints', () => {
  const insertTx = (id: string) =>
    sql`insert into ledger_tx values (${id}, 'raw', 'test', '1', ${id}, '2026-11-23T10:00+08:00')`;

  it('refuse an unbalanced transaction at commit', async () => {
    const id = app.services.newID();
    const unbalanced = app.services.db.transaction().execute(async (tx) => {
      await insertTx(id).execute(tx);
      await sql`insert into ledger_entry values (${id}, 1, 'a', 'SGD', 5), (${id}, 2, 'b', 'SGD', -4)`.execute(
        tx,
      );
    });
    await expect(unbalanced).rejects.toThrow('does not balance');
  });

  it('refuse a line added to a balanced transaction later', async () => {
    const id = String(await record(posting('later')));
    const added = sql`insert into ledger_entry values (${id}, 3, 'a', 'SGD', 5)`.execute(app.services.db);
    await expect(added).rejects.toThrow('does not balance');
  });

  it('refuse a transaction without lines, a zero line and an unknown commodity', async () => {
    const { db } = app.services;
    const id = app.services.newID();
    await expect(insertTx(id).execute(db)).rejects.toThrow('no entries');
    const line = (commodity: string, amount: number) =>
      db.transaction().execute(async (tx) => {
        await insertTx(id).execute(tx);
        await sql`insert into ledger_entry values (${id}, 1, 'a', ${commodity}, ${amount})`.execute(tx);
      });
    await expect(line('SGD', 0)).rejects.toThrow('amount');
    await expect(line('EUR', 1)).rejects.toThrow('commodity');
  });

  it.each([
    'update ledger_entry set amount = amount + 1',
    'delete from ledger_entry',
    'truncate ledger_entry cascade',
    "update ledger_tx set kind = 'other'",
    'delete from ledger_tx',
    'truncate ledger_tx cascade',
  ])('refuse: %s', async (statement) => {
    await record(posting('kept'));
    await expect(sql.raw(statement).execute(app.services.db)).rejects.toThrow('append-only');
    expect(await lines('kept')).toEqual([{ amount: 100 }, { amount: -100 }]);
  });
});

describe('the ledger check', () => {
  it('reports no violations in a correct ledger', async () => {
    expect(await checkLedger(app.context())).toEqual([]);
  });
});
