import { wireTime } from '#platform/kernel/business-time.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';

export const threadData: PersonalData = {
  tables: ['job_message'],

  async collect({ db }, { id }) {
    const rows = await db
      .selectFrom('job_message')
      .select(['writtenBy', 'text', 'createdAt'])
      .where('customerID', '=', id)
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
    return {
      'What you and we wrote about bookings': rows.map((row) => ({
        'Written on': wireTime(row.createdAt),
        By: row.writtenBy === 'customer' ? 'You' : 'Us',
        Text: row.text,
      })),
    };
  },

  async forget(tx, { id }) {
    await tx.db.deleteFrom('job_message').where('customerID', '=', id).execute();
  },
};
