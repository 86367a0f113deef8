import { wireTime } from '#platform/kernel/business-time.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';

/** The office's notes about a customer, including withdrawn ones. */
export const noteData: PersonalData = {
  tables: ['customer_note'],

  async collect({ db }, { id }) {
    const notes = await db
      .selectFrom('customer_note')
      .select(['text', 'created_at'])
      .where('customer_id', '=', id)
      .orderBy('created_at')
      .execute();
    const written = notes.map((note) => ({ 'Written on': wireTime(note.created_at), Note: note.text }));
    return { 'Notes of the office about you': written };
  },

  async forget(tx, { id }) {
    await tx.db.deleteFrom('customer_note').where('customer_id', '=', id).execute();
  },
};
