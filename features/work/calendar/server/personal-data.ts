import { wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';

/** Only whether there is a feed. Visits in the connected Google calendar are removed by jobs. */
export const calendarData: PersonalData = {
  tables: ['calendar_feed'],

  async collect(ctx, { role, id }) {
    const feeds = await ctx.db
      .selectFrom('calendar_feed')
      .select(['created_at', 'last_read_at', 'ended_at'])
      .where('role', '=', role)
      .where('account_id', '=', id)
      .orderBy('created_at')
      .execute();
    return {
      'Your calendar links': feeds.map((feed) => ({
        Made: wireTime(feed.created_at),
        'Last read': wireTimeOrNull(feed.last_read_at),
        Ended: wireTimeOrNull(feed.ended_at),
      })),
    };
  },

  async disclosures({ config }) {
    if (config.GOOGLE_CALENDAR_ID === undefined) return [];
    const what = 'Your name, address and wishes';
    return [{ to: 'Google, for our calendar', what, why: 'Planning your visits' }];
  },

  async forget(tx, { role, id }) {
    await tx.db.deleteFrom('calendar_feed').where('role', '=', role).where('account_id', '=', id).execute();
  },
};
