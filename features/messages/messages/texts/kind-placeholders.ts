import { BUSINESS, type KindSpec } from '#platform/kernel/message-kind.ts';

/* Placeholders that several message kinds share. */

export const NAME = { firstname: "the customer's first name" } as const;
export const VISIT = {
  ...NAME,
  time: 'day and time of the visit',
  service: 'what was booked',
  crew: 'who comes, ", with Aminah"; nothing while no one is chosen',
  link: 'the address of the booking; on a line of its own it becomes a button',
  ...BUSINESS,
} as const;
const CREW = { time: 'day and time of the visit', postal: 'the postal code', ...BUSINESS } as const;
export const SERIES = {
  ...NAME,
  what: 'how many visits it is about, in a sentence',
  when: 'how many there are, and the day of the first',
  visits: 'each visit on a line: time, service, crew',
  link: VISIT.link,
  ...BUSINESS,
} as const;
export const PAYMENT = {
  ...NAME,
  when: SERIES.when,
  visits: SERIES.visits,
  amount: 'what all visits cost',
  link: VISIT.link,
  ...BUSINESS,
} as const;
const CREW_SERIES = {
  many: 'how many visits there are',
  day: 'the day of the first',
  postal: 'the postal code',
  ...BUSINESS,
} as const;
export const crewSeriesKind = (title: string, when: string): KindSpec => ({
  title,
  when,
  reader: 'cleaner',
  channels: ['sms'],
  placeholders: CREW_SERIES,
  required: { sms: ['many', 'day', 'postal'] },
});
export const crewKind = (title: string, when: string): KindSpec => ({
  title,
  when,
  reader: 'cleaner',
  channels: ['sms'],
  placeholders: CREW,
  required: { sms: ['time', 'postal'] },
});
