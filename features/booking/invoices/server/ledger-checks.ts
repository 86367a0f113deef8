import { sql } from 'kysely';
import type { LedgerCheck } from '#features/money/ledger/server/index.ts';

/** The ledger invariants of invoices. Numbered as in docs/runbook/books.md. */
export const invoiceChecks: readonly LedgerCheck[] = [
  {
    invariant: 'I12 the numbers of invoices have no gaps',
    broken: sql`select max(number)::text as what from invoice having max(number) <> count(*)`,
  },
  {
    invariant: 'I12 each invoice is posted with its total, line by line, to the account of its customer',
    broken: sql`
      select invoice.id::text as what from invoice
      left join invoice_line as line on line.invoice_id = invoice.id
      left join money_transaction as billed on billed.id = line.transaction_id
        and billed.method = 'invoice' and billed.customer_id = invoice.customer_id
      left join ledger_entry as entry on entry.tx_id = billed.ledger_tx_id
        and entry.account = 'receivable:' || invoice.customer_id
      group by invoice.id
      having coalesce(sum(entry.amount), 0) <> invoice.total or coalesce(sum(billed.total), 0) <> invoice.total
      union all
      select billed.id::text from money_transaction as billed
      where billed.method = 'invoice' and billed.total > 0
        and not exists (select from invoice_line as line where line.transaction_id = billed.id)
      union all
      select paid.id::text from money_transaction as paid
      where paid.type = 'invoice-payment'
        and not exists (select from invoice_payment as named where named.transaction_id = paid.id)`,
  },
  {
    invariant:
      'I12 what a customer owes is their invoices less credit notes, payments and what is written off',
    broken: sql`
      select coalesce(owed.account, account.account) as what
      from (
        select account, sum(amount) as amount from ledger_entry
        where account like 'receivable:%' group by account) as owed
      full join (
        select 'receivable:' || customer_id as account, sum(amount) as amount from (
          select customer_id, total - credited - written_off as amount from invoice
          union all
          select paid.customer_id, -(paid.total + coalesce((
            select sum(back.total) from money_transaction as back where back.refund_of = paid.id), 0))
          from money_transaction as paid where paid.type = 'invoice-payment') as part
        group by customer_id) as account on account.account = owed.account
      where coalesce(owed.amount, 0) <> coalesce(account.amount, 0)`,
  },
  {
    invariant:
      'I12 what is paid of a customer’s invoices came in, and no invoice is open while money is left',
    broken: sql`
      select customer_id::text as what from (
        select customer_id, sum(paid) as paid, sum(greatest(0, total - credited - written_off - paid)) as open,
          coalesce((
            select sum(money.total + coalesce((
              select sum(back.total) from money_transaction as back where back.refund_of = money.id), 0))
            from money_transaction as money
            where money.type = 'invoice-payment' and money.customer_id = invoice.customer_id), 0) as received
        from invoice group by customer_id) as account
      where paid > received or (paid < received and open > 0)`,
  },
];
