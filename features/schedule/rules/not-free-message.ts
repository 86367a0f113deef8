import type { Reason } from './diary.ts';

/** What keeps a cleaner from a visit, for the office. */
export function notFreeMessage(reason: Reason): string {
  return SENTENCES[reason];
}

const SENTENCES: Readonly<Record<Reason, string>> = {
  gender: 'The home asks for another gender.',
  language: 'Does not speak the language.',
  region: 'Does not work in this region.',
  'day-off': 'Does not work on this weekday.',
  'outside-hours': 'Outside working hours.',
  job: 'At another visit.',
  'time-off': 'On time off.',
  block: 'Blocked by the office.',
  travel: 'No time for the way from or to another visit.',
  'long-day': 'More than twelve hours in a day.',
};
