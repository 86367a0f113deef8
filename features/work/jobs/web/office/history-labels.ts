import { money } from '#platform/web/amounts.ts';
import type { HistoryEntry } from '../../contract/history.ts';

type Change = HistoryEntry['changes'][number];

/** Labels of actions that describe themselves. */
const ACTS: Readonly<Record<string, string>> = {
  'job.created': 'Booked',
  'job.paid': 'Paid',
  'job.pending': 'Held',
  'job.held': 'Held again',
  'job.expired': 'Hold ended without payment',
  'job.cancelled': 'Cancelled',
  'job.trashed': 'Moved to the trash',
  'job.untrashed': 'Restored from the trash',
  'job.repriced': 'Price changed',
  'job.amount-changed': 'Amount changed',
  'job.confirmed': 'Confirmed',
  'job.difference-charged': 'Difference charged',
  'job.pay-later': 'Confirmed, to be paid later',
  'job.finish-undone': 'Clock-out undone',
  'job.hours-corrected': 'Hours corrected',
  'job.refused-actions-resolved': 'Unsaved work seen to',
  'job.came-answered': 'Answered whether we came',
  'job.took-place': 'Took place as planned',
  'job.answered': 'Message answered',
  'job.answer-unsent': 'Answer unsent',
  'job.payment-link-sent': 'Payment link sent',
  'job.renewal-offered': 'Offered to continue the series',
  'job.payment-started': 'Payment by card started',
  'job.payment-cancelled': 'Payment by card ended',
  'job.checklist-ticked': 'Checklist changed',
  'job.calendar-event-written': 'Written to the calendar',
  'job.calendar-event-removed': 'Removed from the calendar',
};

/** For a plain change, the first of these fields that changed gives the label. */
const BY_FIELD: readonly (readonly [Change['field'], string])[] = [
  ['startTime', 'Moved'],
  ['customer', 'Customer changed'],
  ['package', 'Package changed'],
  ['address', 'Home corrected'],
  ['hours', 'Hours changed'],
  ['numCleaners', 'Crew size changed'],
  ['requireCleaningSupplies', 'Supplies changed'],
  ['crew', 'Crew changed'],
  ['clockedOut', 'Clocked out'],
  ['clockedIn', 'Clocked in'],
  ['reviewDecision', 'Review decided'],
  ['reviewStarts', 'Reviewed'],
  ['comment', 'Comment from the crew'],
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
  return found?.[1] ?? 'Notes changed';
}

type Override = HistoryEntry['overridden'][number];

const SET_ASIDE: Readonly<Record<Override['rules'][number], string>> = {
  region: 'outside their region',
  pets: 'to a home with pets',
  gender: 'against the preferred gender',
  language: 'without the preferred language',
};

/** `Nur Aisyah Rahman assigned outside their region`. */
function overrideLabel({ cleaner, rules }: Override): string {
  return `${cleaner || 'A former cleaner'} assigned ${rules.map((rule) => SET_ASIDE[rule]).join(' and ')}`;
}

const KINDS = { admin: 'Office', cleaner: 'Cleaner', customer: 'Customer', anyone: 'System' } as const;

/** The actor: "Siti Rahmah, cleaner". */
export function whoLabel({ kind, name }: HistoryEntry['who']): string {
  return name === '' ? KINDS[kind] : `${name}, ${KINDS[kind].toLowerCase()}`;
}

const FIELDS: Readonly<Record<Change['field'], string>> = {
  status: 'Status',
  startTime: 'Time',
  crew: 'Crew',
  address: 'Home',
  package: 'Package',
  customer: 'Customer',
  hours: 'Hours',
  numCleaners: 'Cleaners',
  cleanerType: 'Choice of cleaners',
  requireCleaningSupplies: 'We bring supplies',
  clockedIn: 'In',
  clockedOut: 'Out',
  label: 'Label',
  specialRequests: 'Requests',
  contactDetails: 'Access',
  amountToPay: 'To pay',
  creditsUsed: 'Hours used',
  came: 'Customer says we came',
  comment: 'Comment',
  review: 'Review',
  reviewStarts: 'Stars',
  reviewDecision: 'Decision',
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
  if (Array.isArray(value)) return value.map((name) => name || 'A former cleaner').join(', ');
  if (field === 'startTime') return at(String(value));
  if (CLOCKS.includes(field)) return clock(String(value));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return field === 'amountToPay' ? money(Number(value)) : String(value);
}
