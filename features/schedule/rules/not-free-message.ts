import type { Reason } from './diary.ts';

/** What keeps a cleaner from a visit, for the office. */
export function notFreeMessage(reason: Reason): string {
  return SENTENCES[reason];
}

const SENTENCES: Readonly<Record<Reason, string>> = {
  gender: 'The customer prefers another gender.',
  language: 'Does not speak the preferred language.',
  pets: 'Does not work in homes with pets.',
  region: 'Does not work in this region.',
  'day-off': 'Does not work on this weekday.',
  'outside-hours': 'Outside working hours.',
  job: 'At another visit.',
  'time-off': 'Has time off.',
  block: 'Blocked by the office.',
  travel: 'Not enough time to travel between visits.',
  'long-day': 'Would work more than 12 hours that day.',
};
