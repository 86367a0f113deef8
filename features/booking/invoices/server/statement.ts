import { sql } from 'kysely';
import type { z } from 'zod';
import { receivableOf } from '#features/money/payments/rules/accounts.ts';
import { getCustomer } from '#features/people/customers/server/index.ts';
import { dayBounds, dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { may } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { readStatement as call, StatementReply } from '../contract.ts';
import { seeInvoice } from '../rules/policy.ts';

/** The statement of a customer's account at the end of a day: every posting to it until then, as the ledger has them. */
export async function readStatement(
  ctx: Context,
  customerID: string,
  { on }: z.output<typeof call.query>,
): Promise<StatementReply | Refusal<'not_found'>> {
  const isTheirs = may(ctx.actor, seeInvoice, { customer: customerID });
  const customer = isTheirs ? await getCustomer(ctx, customerID) : null;
  if (customer === null) return refuse('not_found');
  const zone = ctx.config.BUSINESS_TZ;
  const day = on === undefined ? dayOf(ctx.clock.now(), zone) : Temporal.PlainDate.from(on);
  let balance = 0;
  const items = (await postingsOf(ctx, customerID, dayBounds(day, zone).end)).map((posting) => {
    balance += posting.amount;
    const date = String(dayOf(readDatabaseTime(posting.createdAt), zone));
    return { date, kind: posting.kind, number: posting.number, amount: posting.amount, balance };
  });
  return {
    on: String(day),
    customer: { id: customerID, fullname: fullnameOf(customer) },
    balance,
    items,
  };
}

type Kind = StatementReply['items'][number]['kind'];

/** The postings of an account, oldest first; the visits of one invoice are one. */
async function postingsOf(ctx: Context, customerID: string, until: Temporal.Instant) {
  const { rows } = await sql<{ kind: Kind; number: number | null; amount: Cents; createdAt: string }>`
    select
      case
        when posting.kind = 'invoiced' then 'invoice'
        when posting.kind = 'invoice-written-off' then 'write-off'
        when posting.kind = 'invoice-payment' then 'payment'
        when paid.method = 'invoice' then 'credit-note'
        else 'payment-returned'
      end as kind,
      coalesce(invoice.number, written.number, moved.receipt_no)::int as number,
      sum(entry.amount)::int8 as amount,
      min(posting.created_at)::text as "createdAt"
    from ledger_entry as entry
    join ledger_tx as posting on posting.id = entry.tx_id
    left join money_transaction as moved on moved.ledger_tx_id = posting.id
    left join money_transaction as paid on paid.id = moved.refund_of
    left join invoice_line as line on line.transaction_id = moved.id
    left join invoice on invoice.id = line.invoice_id
    left join invoice as written
      on posting.kind = 'invoice-written-off' and written.id::text = posting.ref_id
    where entry.account = ${receivableOf(customerID)} and entry.commodity = 'SGD'
      and posting.created_at < ${until.toString()}
    group by 1, 2, coalesce(invoice.id, posting.id)
    order by min(posting.created_at), min(posting.id::text)`.execute(ctx.db);
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}
