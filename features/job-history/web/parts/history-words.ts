import { money } from '#platform/web/format.ts';
import type { HistoryEntry } from '../../contract.ts';

type Change = HistoryEntry['changes'][number];

/** What an act is called, where the act itself says it. */
const ACTS: Readonly<Record<string, string>> = {
  'job.created': 'Booked',
  'job.paid': 'Paid',
  'job.pending': 'Held',
  'job.held': 'Held again',
  'job.expired': 'Hold ended without payment',
  'job.cancelled': 'Cancelled',
  'job.trashed': 'Put in the trash',
  'job.untrashed': 'Taken out of the trash',
  'job.repriced': 'Price changed',
  'job.amount-changed': 'Amount changed',
  'job.confirmed': 'Confirmed',
  'job.finish-undone': 'Finish taken back',
};

/** Of a plain change: the first of these that is in it gives its name. */
const BY_FIELD: readonly (readonly [Change['field'], string])[] = [
  ['startTime', 'Moved'],
  ['crew', 'Crew changed'],
  ['clockedOut', 'Clocked out'],
  ['clockedIn', 'Clocked in'],
  ['reviewDecision', 'Review decided'],
  ['reviewStarts', 'Reviewed'],
  ['comment', 'Comment from the crew'],
];

/** What happened, in two or three words. */
export function actWords({ action, changes }: Pick<HistoryEntry, 'action' | 'changes'>): string {
  const known = ACTS[action];
  if (known !== undefined) return known;
  const found = BY_FIELD.find(([field]) => changes.some((change) => change.field === field));
  return found?.[1] ?? 'Notes changed';
}

const KINDS = { admin: 'Office', cleaner: 'Cleaner', customer: 'Customer', anyone: 'System' } as const;

/** Who did it: "Siti Rahmah, cleaner". */
export function whoWords({ kind, name }: HistoryEntry['who']): string {
  return name === '' ? KINDS[kind] : `${name}, ${KINDS[kind].toLowerCase()}`;
}

const FIELDS: Readonly<Record<Change['field'], string>> = {
  status: 'Status',
  startTime: 'Time',
  crew: 'Crew',
  clockedIn: 'In',
  clockedOut: 'Out',
  label: 'Label',
  specialRequests: 'Requests',
  contactDetails: 'At the door',
  amountToPay: 'To pay',
  creditsUsed: 'Hours used',
  comment: 'Comment',
  review: 'Review',
  reviewStarts: 'Stars',
  reviewDecision: 'Decision',
};

/** A change as a name, and what it was before and after. The status is what the act itself says. */
export function changeWords(
  changes: readonly Change[],
  at: (wire: string) => string,
): { readonly name: string; readonly before: string; readonly after: string }[] {
  return changes
    .filter(({ field }) => field !== 'status')
    .map(({ field, about, before, after }) => ({
      name: about === '' ? FIELDS[field] : `${about}, ${FIELDS[field].toLowerCase()}`,
      before: valueWords(field, before, at),
      after: valueWords(field, after, at),
    }));
}

const TIMES: readonly Change['field'][] = ['startTime', 'clockedIn', 'clockedOut'];

function valueWords(field: Change['field'], value: Change['before'], at: (wire: string) => string): string {
  if (value === null || value === '') return '–';
  if (Array.isArray(value)) return value.map((name) => name || 'Somebody who has left').join(', ') || '–';
  if (TIMES.includes(field)) return at(String(value));
  return field === 'amountToPay' ? money(Number(value)) : String(value);
}
