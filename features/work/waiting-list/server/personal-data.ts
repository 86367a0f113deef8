import { wireTime } from '#platform/kernel/business-time.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';

export const waitingData: PersonalData = {
  tables: ['waiting_entry'],

  async collect({ db }, { id }) {
    const rows = await db
      .selectFrom('waiting_entry')
      .select(['day', 'part', 'state', 'specialRequests', 'contactDetails', 'createdAt'])
      .where('customerID', '=', id)
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
    return {
      'Days you waited for': rows.map((row) => ({
        Day: row.day,
        'Part of the day': row.part,
        State: row.state,
        'Special requests': row.specialRequests,
        Access: row.contactDetails,
        'Joined on': wireTime(row.createdAt),
      })),
    };
  },

  async forget(tx, { id }) {
    await tx.db.deleteFrom('waiting_entry').where('customerID', '=', id).execute();
  },
};
