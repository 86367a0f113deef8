import type { PersonalData } from '#platform/server/personal-data.ts';

/** It keeps nothing itself; visits stand in the calendar of Google, where one is set up. Jobs takes them out of it. */
export const calendarData: PersonalData = {
  tables: [],
  async disclosures({ config }) {
    if (config.GOOGLE_CALENDAR_ID === undefined) return [];
    const what = 'Your name, address and wishes';
    return [{ to: 'Google, for our calendar', what, why: 'Planning your visits' }];
  },
};
