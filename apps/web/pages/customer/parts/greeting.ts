import { businessZone } from '#platform/web/business-time.ts';

export type PartOfDay = 'morning' | 'afternoon' | 'evening';

const businessHour = new Intl.DateTimeFormat('en-GB', {
  timeZone: businessZone,
  hour: '2-digit',
  hourCycle: 'h23',
});

/** The part of the day in business time, for the greeting: morning from 5, afternoon from noon, evening from 6 pm. */
export function partOfDay(now: Date): PartOfDay {
  const hour = Number(businessHour.format(now));
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}
