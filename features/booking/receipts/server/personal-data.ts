import { wireTime } from '#platform/kernel/business-time.ts';
import { dollars } from '#platform/kernel/money.ts';
import type { Context } from '#platform/server/context.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';

/** Issued receipts. Payments erases the personal data in transactions. */
export const receiptData: PersonalData = {
  tables: ['issued_receipt'],
  collect: async (ctx, { id }) => ({
    'Your payments': await paymentsOf(ctx, id),
    'Tries to pay by card': await attemptsOf(ctx, id),
  }),
  /** A receipt contains name and address. The transaction stays. */
  forget: async (tx, { id }) => {
    await tx.db.deleteFrom('issued_receipt').where('customer_id', '=', id).execute();
  },
};

async function paymentsOf({ db }: Context, customerId: string) {
  const rows = await db
    .selectFrom('money_transaction')
    .select(['created_at', 'type', 'method', 'total', 'details', 'receipt_no'])
    .where('customer_id', '=', customerId)
    .where('trashed_at', 'is', null)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({
    Date: wireTime(row.created_at),
    What: row.type,
    'Paid by': row.method,
    Amount: `S$${dollars(row.total)}`,
    Details: row.details,
    'Receipt number': row.receipt_no,
  }));
}

async function attemptsOf({ db }: Context, customerId: string) {
  const rows = await db
    .selectFrom('payment_attempt')
    .select(['created_at', 'amount', 'status', 'ip'])
    .where('customer_id', '=', customerId)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({
    Date: wireTime(row.created_at),
    Amount: `S$${dollars(row.amount)}`,
    Outcome: row.status,
    'IP address': row.ip,
  }));
}
