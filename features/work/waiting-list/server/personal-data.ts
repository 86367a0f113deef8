import { wireTime } from '#platform/kernel/business-time.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';

export const waitingData: PersonalData = {
  tables: ['waiting_entry'],

  async collect({ db }, { id }) {
    const rows = await db
      .selectFrom('waiting_entry')
      .select(['day', 'part', 'state', 'special_requests', 'contact_details', 'created_at'])
      .where('customer_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return {
      'Days you waited for': rows.map((row) => ({
        Day: row.day,
        'Part of the day': row.part,
        State: row.state,
        'Special requests': row.special_requests,
        Access: row.contact_details,
        'Joined on': wireTime(row.created_at),
      })),
    };
  },

  async forget(tx, { id }) {
    await tx.db.deleteFrom('waiting_entry').where('customer_id', '=', id).execute();
  },
};
