import { OPEN } from '#features/money/payments/rules/attempt.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';

/** Card setups. The card itself is at the provider, its last four digits are in the customer's account. */
export const cardData: PersonalData = {
  tables: ['card_setup'],

  async openMatters({ db }, { id }) {
    const open = await db
      .selectFrom('card_setup')
      .select(['id', 'createdAt'])
      .where('customerID', '=', id)
      .where('status', 'in', [...OPEN])
      .execute();
    return open.map((row) => ({ kind: 'payment', id: row.id, at: wireTime(row.createdAt) }));
  },

  async forget(tx, { id }) {
    await tx.db
      .updateTable('card_setup')
      .set({ ip: null, token: null, tokenKey: '', clientSecret: null })
      .where('customerID', '=', id)
      .execute();
  },
};
