import type { DayPart, EntryState } from '../../rules/offer.ts';

/** For the office. */
export const PART_NAMES: Readonly<Record<DayPart, string>> = {
  any: 'Any time',
  morning: 'Morning',
  afternoon: 'Afternoon',
};

export const STATE_NAMES: Readonly<Record<EntryState, string>> = {
  waiting: 'Waiting',
  offered: 'Offered',
  booked: 'Booked',
  passed: 'Offer ran out',
  declined: 'Declined',
  withdrawn: 'Left',
  closed: 'Closed',
};

export const STATE_CHIPS = {
  waiting: 'upcoming',
  offered: 'held',
  booked: 'done',
  passed: 'cancelled',
  declined: 'cancelled',
  withdrawn: 'cancelled',
  closed: 'cancelled',
} as const satisfies Readonly<Record<EntryState, string>>;
