import { sql } from 'kysely';
import { wireTime } from '#platform/kernel/business-time.ts';
import { dollars } from '#platform/kernel/money.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';
import { eraseAuditValues } from '#platform/server/retention.ts';
import { referenceOf } from '../rules/reference.ts';
import { findBilling } from './billing.ts';

/** Billing details and invoices. Who is billed is erased with the account; numbers, days and cents stay in the books. */
export const invoiceData: PersonalData = {
  tables: ['customer_billing', 'invoice'],

  async collect(ctx, { id }) {
    const billing = await findBilling(ctx, id);
    const invoices = await ctx.db
      .selectFrom('invoice')
      .select(['number', 'issuedOn', 'dueOn', 'total', 'paid', 'credited'])
      .where('customerID', '=', id)
      .orderBy('number')
      .execute();
    return {
      'How you are billed':
        billing === undefined
          ? []
          : [
              {
                'Bill to': billing.billTo,
                UEN: billing.uen,
                Address: billing.address,
                Contact: billing.contact,
                'E-mail': billing.email,
                'PO number': billing.poNumber,
              },
            ],
      'Your invoices': invoices.map((row) => ({
        Invoice: referenceOf(row.number),
        Date: row.issuedOn,
        Due: row.dueOn,
        Total: `S$${dollars(row.total)}`,
        Paid: `S$${dollars(row.paid)}`,
        'Credit notes': `S$${dollars(row.credited)}`,
      })),
    };
  },

  async openMatters({ db }, { id }) {
    const rows = await db
      .selectFrom('invoice')
      .select(['id', 'issuedAt'])
      .where('customerID', '=', id)
      .where(sql<boolean>`credited + paid + written_off < total`)
      .execute();
    return rows.map((row) => ({ kind: 'invoice', id: row.id, at: wireTime(row.issuedAt) }));
  },

  async forget(tx, { id }) {
    await tx.db.deleteFrom('customer_billing').where('customerID', '=', id).execute();
    const rows = await tx.db.selectFrom('invoice').select('id').where('customerID', '=', id).execute();
    await tx.db
      .updateTable('invoice')
      .set({
        content: sql`content || '{"to": {"name": "", "lines": []}, "poNumber": "", "groups": []}'::jsonb`,
        writeOffReason: '',
      })
      .where('customerID', '=', id)
      .execute();
    await eraseAuditValues(tx, { kind: 'invoice', ids: rows.map((row) => row.id), fields: ['to'] });
  },
};
