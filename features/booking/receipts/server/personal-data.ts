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
    await tx.db.deleteFrom('issued_receipt').where('customerID', '=', id).execute();
  },
};

async function paymentsOf({ db }: Context, customerID: string) {
  const rows = await db
    .selectFrom('money_transaction')
    .select(['createdAt', 'type', 'method', 'total', 'details', 'receiptNo'])
    .where('customerID', '=', customerID)
    .where('trashedAt', 'is', null)
    .orderBy('createdAt')
    .execute();
  return rows.map((row) => ({
    Date: wireTime(row.createdAt),
    What: row.type,
    'Paid by': row.method,
    Amount: `S$${dollars(row.total)}`,
    Details: row.details,
    'Receipt number': row.receiptNo,
  }));
}

async function attemptsOf({ db }: Context, customerID: string) {
  const rows = await db
    .selectFrom('payment_attempt')
    .select(['createdAt', 'amount', 'status', 'ip'])
    .where('customerID', '=', customerID)
    .orderBy('createdAt')
    .execute();
  return rows.map((row) => ({
    Date: wireTime(row.createdAt),
    Amount: `S$${dollars(row.amount)}`,
    Outcome: row.status,
    'IP address': row.ip,
  }));
}
