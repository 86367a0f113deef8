import { wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';

/** Only whether there is a feed. Visits in the connected Google calendar are removed by jobs. */
export const calendarData: PersonalData = {
  tables: ['calendar_feed'],

  async collect(ctx, { role, id }) {
    const feeds = await ctx.db
      .selectFrom('calendar_feed')
      .select(['createdAt', 'lastReadAt', 'endedAt'])
      .where('role', '=', role)
      .where('accountID', '=', id)
      .orderBy('createdAt')
      .execute();
    return {
      'Your calendar links': feeds.map((feed) => ({
        Made: wireTime(feed.createdAt),
        'Last read': wireTimeOrNull(feed.lastReadAt),
        Ended: wireTimeOrNull(feed.endedAt),
      })),
    };
  },

  async disclosures({ config }) {
    if (config.GOOGLE_CALENDAR_ID === undefined) return [];
    const what = 'Your name, address and wishes';
    return [{ to: 'Google, for our calendar', what, why: 'Planning your visits' }];
  },

  async forget(tx, { role, id }) {
    await tx.db.deleteFrom('calendar_feed').where('role', '=', role).where('accountID', '=', id).execute();
  },
};
