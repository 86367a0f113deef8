import { sql } from 'kysely';
import { moneyEntries } from '#features/money/ledger/rules/ledger.ts';
import { recordLedger } from '#features/money/ledger/server/index.ts';
import { BAD_DEBT, receivableOf } from '#features/money/payments/rules/accounts.ts';
import type { Cents } from '#platform/kernel/money.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { settle } from '../rules/invoice.ts';

/**
 * Serialises what happens to a customer's account. Lock order: jobs, payments, the number of invoices, accounts.
 */
export async function lockAccount(tx: Tx, customerID: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${receivableOf(customerID)}, 0))`.execute(tx.db);
}

/** What was credited of each invoice: the refunds of the visits on it. */
const creditedOf = sql<Cents>`(
  select coalesce(-sum(back.total), 0)::int from invoice_line as line
  join money_transaction as back on back.refund_of = line.transaction_id
  where line.invoice_id = invoice.id)`;

/** Works out anew what is credited and paid of a customer's invoices, after money or a credit note. */
export async function settleAccount(tx: Tx, customerID: string): Promise<void> {
  await lockAccount(tx, customerID);
  const invoices = await tx.db
    .selectFrom('invoice')
    .select(['id', 'total', 'writtenOff', 'credited', 'paid', creditedOf.as('nowCredited')])
    .where('customerID', '=', customerID)
    .orderBy('number')
    .execute();
  const money = await moneyOnAccount(tx, customerID);
  for (const row of invoices) row.writtenOff = await keepWrittenOff(tx, { ...row, customerID }, money);
  const owedOf = (row: (typeof invoices)[number]) =>
    Math.max(0, row.total - row.writtenOff - row.nowCredited);
  const { paid } = settle(
    invoices.map((row) => ({ id: row.id, owed: owedOf(row) })),
    money,
  );
  for (const row of invoices) {
    const now = { credited: row.nowCredited, paid: paid.get(row.id) ?? 0 };
    if (now.credited === row.credited && now.paid === row.paid) continue;
    await tx.db.updateTable('invoice').set(now).where('id', '=', row.id).execute();
  }
}

interface WrittenOff {
  readonly id: string;
  readonly customerID: string;
  readonly total: Cents;
  readonly nowCredited: Cents;
  readonly writtenOff: Cents;
}

/**
 * Only what nobody has paid or credited stays written off: a credit note, or money that comes after all, takes back as much.
 * Returns what stays.
 */
async function keepWrittenOff(
  tx: Tx,
  { id, customerID, total, nowCredited, writtenOff }: WrittenOff,
  money: readonly { readonly invoiceID: string; readonly cents: Cents }[],
): Promise<Cents> {
  if (writtenOff === 0) return 0;
  const named = money.filter(({ invoiceID }) => invoiceID === id).reduce((sum, { cents }) => sum + cents, 0);
  const left = Math.min(writtenOff, Math.max(0, total - nowCredited - named));
  if (left === writtenOff) return left;
  await recordLedger(tx, {
    kind: 'invoice-written-off',
    ref: { kind: 'invoice', id },
    idempotencyKey: `invoice-written-off:${id}:${left}`,
    entries: moneyEntries({ from: BAD_DEBT, to: receivableOf(customerID), amount: writtenOff - left }),
  });
  await tx.db
    .updateTable('invoice')
    .set({ writtenOff: left, ...(left === 0 && { writtenOffAt: null }) })
    .where('id', '=', id)
    .execute();
  return left;
}

/** The money received for a customer's invoices, less what was returned of it. */
function moneyOnAccount({ db }: Context, customerID: string) {
  return db
    .selectFrom('invoice_payment as named')
    .innerJoin('money_transaction as paid', 'paid.id', 'named.transactionID')
    .select([
      'named.invoiceID',
      sql<Cents>`paid.total + coalesce((
        select sum(back.total) from money_transaction as back where back.refund_of = paid.id), 0)::int`.as(
        'cents',
      ),
    ])
    .where('paid.customerID', '=', customerID)
    .execute();
}

/** What a customer's invoices leave open, and the money that pays none of them; in cents. */
export interface Account {
  readonly open: Cents;
  readonly balance: Cents;
}

/** The accounts of these customers, or of each that owes something or has a balance. */
export async function readAccounts(
  { db }: Context,
  customerIDs?: readonly string[],
): Promise<ReadonlyMap<string, Account>> {
  const { rows } = await sql<{ customerID: string; open: Cents; owed: Cents }>`
    select split_part(entry.account, ':', 2) as "customerID", sum(entry.amount)::int8 as owed,
      coalesce((
        select sum(greatest(0, total - credited - paid - written_off)) from invoice
        where invoice.customer_id::text = split_part(entry.account, ':', 2)), 0)::int8 as open
    from ledger_entry as entry
    where entry.commodity = 'SGD'
      and ${customerIDs === undefined ? sql`entry.account like 'receivable:%'` : sql`entry.account = any(${customerIDs.map(receivableOf)}::text[])`}
    group by entry.account`.execute(db);
  return new Map(
    rows
      .map((row) => ({ ...row, open: Number(row.open), balance: Number(row.open) - Number(row.owed) }))
      .filter(({ open, balance }) => customerIDs !== undefined || open !== 0 || balance !== 0)
      .map(({ customerID, open, balance }) => [customerID, { open, balance }]),
  );
}

export async function readAccount(ctx: Context, customerID: string): Promise<Account> {
  return (await readAccounts(ctx, [customerID])).get(customerID) ?? { open: 0, balance: 0 };
}
