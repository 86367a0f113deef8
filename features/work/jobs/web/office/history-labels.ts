import { money } from '#platform/web/amounts.ts';
import { t } from '#platform/web/i18n/office.ts';
import type { HistoryEntry } from '../../contract/history.ts';

type Change = HistoryEntry['changes'][number];

/** Labels of actions that describe themselves. */
const ACTS: Readonly<Record<string, string>> = {
  'job.created': t('Booked'),
  'job.paid': t('Paid'),
  'job.pending': t('Held'),
  'job.held': t('Held again'),
  'job.expired': t('Hold ended without payment'),
  'job.cancelled': t('Cancelled'),
  'job.trashed': t('Moved to the trash'),
  'job.untrashed': t('Restored from the trash'),
  'job.repriced': t('Price changed'),
  'job.amount-changed': t('Amount changed'),
  'job.charged': t('Charge or discount'),
  'job.charge-waived': t('Charge waived'),
  'job.confirmed': t('Confirmed'),
  'job.difference-charged': t('Difference charged'),
  'job.added-to-series': t('Added to the series'),
  'job.pay-each': t('Confirmed, paid by the saved card'),
  'job.pay-later': t('Confirmed, to be paid later'),
  'job.pay-by-invoice': t('Confirmed, billed by invoice'),
  'job.finish-undone': t('Clock-out undone'),
  'job.hours-corrected': t('Hours corrected'),
  'job.refused-actions-resolved': t('Unsaved work seen to'),
  'job.came-answered': t('Answered whether we came'),
  'job.took-place': t('Took place as planned'),
  'job.answered': t('Message answered'),
  'job.answer-unsent': t('Answer unsent'),
  'job.payment-link-sent': t('Payment link sent'),
  'job.renewal-offered': t('Offered to continue the series'),
  'job.payment-started': t('Payment by card started'),
  'job.payment-cancelled': t('Payment by card ended'),
  'job.checklist-ticked': t('Checklist changed'),
  'job.calendar-event-written': t('Written to the calendar'),
  'job.calendar-event-removed': t('Removed from the calendar'),
};

/** For a plain change, the first of these fields that changed gives the label. */
const BY_FIELD: readonly (readonly [Change['field'], string])[] = [
  ['startTime', t('Moved')],
  ['customer', t('Customer changed')],
  ['package', t('Package changed')],
  ['address', t('Home corrected')],
  ['hours', t('Hours changed')],
  ['numCleaners', t('Crew size changed')],
  ['requireCleaningSupplies', t('Supplies changed')],
  ['crew', t('Crew changed')],
  ['clockedOut', t('Clocked out')],
  ['clockedIn', t('Clocked in')],
  ['reviewDecision', t('Review decided')],
  ['reviewStarts', t('Reviewed')],
  ['comment', t('Comment from the crew')],
];

/** The action in two or three words. */
export function actLabel({
  action,
  changes,
  overridden = [],
}: Pick<HistoryEntry, 'action' | 'changes'> & Partial<Pick<HistoryEntry, 'overridden'>>): string {
  if (overridden.length > 0) return overridden.map(overrideLabel).join('; ');
  const known = ACTS[action];
  if (known !== undefined) return known;
  const found = BY_FIELD.find(([field]) => changes.some((change) => change.field === field));
  return found?.[1] ?? t('Notes changed');
}

type Override = HistoryEntry['overridden'][number];

const SET_ASIDE: Readonly<Record<Override['rules'][number], string>> = {
  region: t('outside their region'),
  pets: t('to a home with pets'),
  gender: t('against the preferred gender'),
  language: t('without the preferred language'),
};

/** `Nur Aisyah Rahman assigned outside their region`. */
function overrideLabel({ cleaner, rules }: Override): string {
  return t('{{cleaner}} assigned {{join}}', {
    cleaner: cleaner || t('A former cleaner'),
    join: rules.map((rule) => SET_ASIDE[rule]).join(t(' and ')),
  });
}

const KINDS = {
  admin: t('Office'),
  cleaner: t('Cleaner'),
  customer: t('Customer'),
  anyone: t('System'),
} as const;

/** The actor: "Siti Rahmah, cleaner". */
export function whoLabel({ kind, name }: HistoryEntry['who']): string {
  return name === '' ? KINDS[kind] : `${name}, ${KINDS[kind].toLowerCase()}`;
}

const FIELDS: Readonly<Record<Change['field'], string>> = {
  status: t('Status'),
  startTime: t('Time'),
  crew: t('Crew'),
  address: 'Home',
  package: t('Package'),
  customer: t('Customer'),
  hours: t('Hours'),
  numCleaners: t('Cleaners'),
  cleanerType: t('Choice of cleaners'),
  requireCleaningSupplies: t('We bring supplies'),
  clockedIn: t('In'),
  clockedOut: t('Out'),
  label: t('Label'),
  specialRequests: t('Requests'),
  contactDetails: t('Access'),
  amountToPay: t('To pay'),
  creditsUsed: t('Hours used'),
  came: t('Customer says we came'),
  comment: t('Comment'),
  review: t('Review'),
  reviewStarts: t('Stars'),
  reviewDecision: t('Decision'),
};

/** A change as text; `before` is null if there was no value. */
interface ChangeInWords {
  readonly name: string;
  readonly before: string | null;
  readonly after: string;
}

/** How a time is formatted: in full, or for a clock relative to the entry's day. */
interface Moments {
  at(wire: string): string;
  clock(wire: string): string;
}

/**
 * A change as label, before and after. Omits what the entry's label already says: the status, and a cleaner's own
 * clocking at the time of the entry.
 */
export function changeLabel(
  { changes, who, at }: Pick<HistoryEntry, 'changes' | 'who' | 'at'>,
  moments: Moments,
): ChangeInWords[] {
  const isSaid = ({ field, about, before, after }: Change) =>
    field === 'status' ||
    (CLOCKS.includes(field) && about === who.name && before === null && isSameMinute(String(after), at));
  return changes
    .filter((change) => !isSaid(change))
    .map(({ field, about, before, after }) => ({
      name: about === '' ? FIELDS[field] : `${about}, ${FIELDS[field].toLowerCase()}`,
      before: isNothing(before) ? null : valueLabel(field, before, moments),
      after: isNothing(after) ? 'none' : valueLabel(field, after, moments),
    }));
}

function isNothing(value: Change['before']): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

const CLOCKS: readonly Change['field'][] = ['clockedIn', 'clockedOut'];
const MINUTE_MS = 60_000;

function isSameMinute(wire: string, other: string): boolean {
  return Math.floor(Date.parse(wire) / MINUTE_MS) === Math.floor(Date.parse(other) / MINUTE_MS);
}

function valueLabel(field: Change['field'], value: Change['before'], { at, clock }: Moments): string {
  if (Array.isArray(value)) return value.map((name) => name || t('A former cleaner')).join(', ');
  if (field === 'startTime') return at(String(value));
  if (CLOCKS.includes(field)) return clock(String(value));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return field === 'amountToPay' ? money(Number(value)) : String(value);
}
