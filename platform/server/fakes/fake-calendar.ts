import type { Db } from '../database/database.ts';
import type { CalendarProvider } from '../providers/calendar.ts';

/** A fake calendar, stored in the database. */
export function sandboxCalendar(db: Db): CalendarProvider {
  return {
    async putEvent(event) {
      const body = JSON.stringify(event);
      await db
        .insertInto('sandbox.calendar_event')
        .values({ id: event.id, body })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ body, deletedAt: null }))
        .execute();
    },
    async deleteEvent(id) {
      await db.deleteFrom('sandbox.calendar_event').where('id', '=', id).execute();
    },
  };
}
