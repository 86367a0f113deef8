import { t } from '#platform/web/i18n/office.ts';
import type { DayPart, EntryState } from '../../rules/offer.ts';

/** For the office. */
export const PART_NAMES: Readonly<Record<DayPart, string>> = {
  any: t('Any time'),
  morning: t('Morning'),
  afternoon: t('Afternoon'),
};

export const STATE_NAMES: Readonly<Record<EntryState, string>> = {
  waiting: t('Waiting'),
  offered: t('Offered'),
  booked: t('Booked'),
  passed: t('Offer ran out'),
  declined: t('Declined'),
  // With a space: another sense of the word.
  withdrawn: t('Left', { context: 'list' }),
  closed: t('Closed'),
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
