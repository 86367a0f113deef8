import { GST_PERCENT } from '#platform/kernel/business.ts';
import type { Context } from '#platform/server/context.ts';
import { invoiceOf } from '../../rules/printed-invoice.ts';

const TO = { billTo: 'Tan & Lim Pte Ltd', uen: '', address: '', contact: '', poNumber: '' };

/** An invoice of S$90 as far as its own table is concerned: nothing is posted. */
export async function addInvoice(ctx: Context, customerID: string): Promise<string> {
  const id = ctx.newID();
  const { last } = await ctx.db
    .selectFrom('invoice')
    .select(({ fn }) => fn.max<number | null>('number').as('last'))
    .executeTakeFirstOrThrow();
  const number = (last ?? 0) + 1;
  const issuedOn = Temporal.PlainDate.from('2026-11-01');
  const dueOn = Temporal.PlainDate.from('2026-11-15');
  const business = {
    name: 'Kemas',
    address: [],
    uen: '',
    gst: { isRegistered: false, number: '', since: null },
  };
  const printed = { number, business, to: TO, issuedOn, dueOn, visits: [], gstPercent: GST_PERCENT };
  await ctx.db
    .insertInto('customer_billing')
    .values({
      customerID,
      ...TO,
      email: 'accounts@tan-lim.example',
      termsDays: 14,
      collect: 'month',
      allowedAt: ctx.clock.now().toString(),
    })
    .onConflict((conflict) => conflict.column('customerID').doNothing())
    .execute();
  await ctx.db
    .insertInto('invoice')
    .values({
      id,
      number,
      customerID,
      issuedOn: String(issuedOn),
      dueOn: String(dueOn),
      total: 9000,
      content: JSON.stringify(invoiceOf({ ...printed, payNowTo: '', bankDetails: '' })),
      issuedAt: ctx.clock.now().toString(),
    })
    .execute();
  return id;
}
