import { ALARM_NAMES } from '#features/money/payments/web/parts/labels.ts';
import { REASON_NAMES } from '#features/work/cover/rules/absence.ts';
import type { NotOffered } from '#features/work/series/contract.ts';
import { businessDay } from '#platform/web/business-time.ts';
import type { Status } from '#platform/web/design/parts/status-chip.tsx';
import type { useFormat } from '#platform/web/format.ts';
import type { NeedRow } from '../../contract/needs.ts';
import type { NeedKind } from '../../rules/urgency.ts';

type Format = ReturnType<typeof useFormat>;

/** A link, or a call that needs nothing but the row. */
export type NeedAction =
  | { readonly label: string; readonly to: string }
  | { readonly label: string; readonly busy: string; readonly does: NeedCall };

export type NeedCall =
  | 'accept-time-off'
  | 'decline-time-off'
  | 'assign'
  | 'resend'
  | 'drop'
  | 'send-link'
  | 'as-planned'
  | 'resolve-refused'
  | 'offer';

/** A need in words, with the action that ends it. */
export interface NeedView {
  readonly status: Status;
  readonly chip: string;
  readonly title: string;
  readonly detail: string;
  /** The record behind it. */
  readonly to: string;
  readonly action: NeedAction;
  /** A second way. */
  readonly other: NeedAction | null;
}

const jobPage = (id: string, ask = '') => `/admin/jobs/${id}/view${ask === '' ? '' : `?ask=${ask}`}`;
const customerPage = (id: string) => `/admin/customers/${id}/view`;

/** @param now milliseconds since 1970 */
export function needView(need: NeedRow, format: Format, now: number): NeedView {
  // TypeScript does not see that the row is of the kind by which the function was found.
  const viewOfKind = VIEWS[need.kind] as (need: NeedRow, context: Context) => NeedView;
  return viewOfKind(need, { format, at: (wire) => `${format.date(wire)}, ${format.time(wire)}`, now });
}

interface Context {
  readonly format: Format;
  readonly now: number;
  /** `Tue 1 Dec, 9:00 am` */
  at(wire: string): string;
}

type NeedOf<Kind extends NeedKind> = Extract<NeedRow, { readonly kind: Kind }>;

const VIEWS: { readonly [Kind in NeedKind]: (need: NeedOf<Kind>, context: Context) => NeedView } = {
  'no-crew': ({ visit, position, missing, suggestion }, { format, at }) => {
    const find = { label: 'Find crew', to: jobPage(visit.jobID, `crew-${position}`) };
    const { numCleaners, hours } = visit;
    return {
      status: 'wrong',
      chip: 'No crew',
      title: `${visit.label}, ${at(visit.startTime)}`,
      detail: `${visit.customer.fullname}, ${visit.postal}, ${crewOf(numCleaners)} ${format.hours(hours)}. ${missing.fullname} cannot come.`,
      to: jobPage(visit.jobID),
      action:
        suggestion === null
          ? find
          : { label: `Assign ${suggestion.fullname}`, busy: 'Assigning', does: 'assign' },
      other: suggestion === null ? null : find,
    };
  },
  'cannot-come': (need, { format, at, now }) => {
    const { cleaner, visits, firstStart, until, reason } = need;
    const isToday = until === businessDay(new Date(now));
    const first = firstStart === null ? '' : `, the first ${at(firstStart)}`;
    return {
      status: 'wrong',
      chip: 'Cannot come',
      title: `${cleaner.fullname} cannot come ${isToday ? 'today' : `until ${format.date(until)}`}`,
      detail: `${REASON_NAMES[reason]}. ${counted(visits)}${first}. Told us at ${format.time(need.when)}.`,
      to: `/admin/cleaners/${cleaner.id}/view`,
      action: {
        label: visits === 0 ? 'Open' : 'Cover visits',
        to: `/admin/cleaners/cover?cleanerID=${cleaner.id}&until=${until}`,
      },
      other: { label: 'Call', to: `tel:+${cleaner.mobile}` },
    };
  },
  'time-off': ({ cleaner, firstDay, lastDay, note, visits }, { format }) => {
    const days =
      firstDay === lastDay ? format.date(firstDay) : `${format.date(firstDay)} to ${format.date(lastDay)}`;
    return {
      status: 'held',
      chip: 'Time off',
      title: `${cleaner.fullname} asks for time off, ${days}`,
      detail: `${note === '' ? '' : `${quoted(note)} `}${visits === 0 ? 'No visits in that time.' : `${counted(visits)} to cover.`}`,
      to: `/admin/cleaners/${cleaner.id}/view`,
      action: { label: 'Accept', busy: 'Accepting', does: 'accept-time-off' },
      other: { label: 'Decline', busy: 'Declining', does: 'decline-time-off' },
    };
  },
  away: (need, { format }) => {
    const { cleaner, visits } = need;
    const to = `/admin/cleaners/cover?cleanerID=${cleaner.id}`;
    return {
      status: 'wrong',
      chip: 'Away',
      title: `${cleaner.fullname} is away today`,
      detail: `${visits} visits, the first at ${format.time(need.when)}`,
      to: `/admin/cleaners/${cleaner.id}/view`,
      action: { label: 'Cover visits', to },
      other: null,
    };
  },
  late: ({ visit, cleaner, position }, { format, now }) => {
    const minutes = Math.floor((now - Date.parse(visit.startTime)) / 60_000);
    return {
      status: 'wrong',
      chip: 'Late',
      title: `${cleaner.fullname} has not started, ${format.time(visit.startTime)}`,
      detail: `${visit.customer.fullname}, ${visit.postal}, ${lateBy(minutes)} late`,
      to: jobPage(visit.jobID),
      action: { label: 'Call', to: `tel:+${cleaner.mobile}` },
      other: { label: 'Clock in', to: jobPage(visit.jobID, `clock-${position}`) },
    };
  },
  'not-finished': ({ visit, cleaner, hasStarted, isUnclocked }, { at }) => {
    return {
      status: 'wrong',
      chip: `Not clocked ${hasStarted ? 'out' : 'in'}`,
      title: `${cleaner.fullname} has not clocked ${hasStarted ? 'out' : 'in'}`,
      detail: `${visit.customer.fullname}, planned until ${at(visit.endTime)}. Did it take place?`,
      to: jobPage(visit.jobID),
      action: AS_PLANNED,
      other: isUnclocked
        ? { label: 'Nobody came', to: jobPage(visit.jobID, 'nobody-came') }
        : { label: 'Correct hours', to: jobPage(visit.jobID, `hours-${cleaner.id}`) },
    };
  },
  'said-no': ({ visit }, { at }) => {
    return {
      status: 'wrong',
      chip: 'No-show',
      title: `${visit.customer.fullname} says that nobody came`,
      detail: `${visit.label}, ${at(visit.startTime)}. No one has clocked in.`,
      to: jobPage(visit.jobID),
      action: { label: 'Nobody came', to: jobPage(visit.jobID, 'nobody-came') },
      other: AS_PLANNED,
    };
  },
  'lost-work': ({ visit, cleaner, acts }, { format }) => {
    return {
      status: 'wrong',
      chip: 'Not saved',
      title: `${cleaner.fullname}’s phone could not save work`,
      detail: `${visit.customer.fullname}, ${format.date(visit.startTime)}: ${acts.map((one) => actText(one, format)).join(', ')}.`,
      to: jobPage(visit.jobID),
      action: { label: 'Correct hours', to: jobPage(visit.jobID, `hours-${cleaner.id}`) },
      other: { label: 'Done', busy: 'Saving', does: 'resolve-refused' },
    };
  },
  unpaid: (need, { format, at }) => {
    const { visit, visits, amount, dueOn } = need;
    const until = dueOn === null ? `Held until ${at(need.when)}` : `Due ${format.date(dueOn)}`;
    return {
      status: 'held',
      chip: 'Unpaid',
      title: `${visit.customer.fullname}, ${format.money(amount)}`,
      detail: `${visits > 1 ? `${visits} visits from ` : ''}${at(visit.startTime)}. ${until}.`,
      to: jobPage(visit.jobID),
      action: { label: 'Take payment', to: jobPage(visit.jobID, 'pay') },
      other: { label: 'Send link', busy: 'Sending', does: 'send-link' },
    };
  },
  'payment-problem': (need, { format, at }) => {
    const sum = need.cents === null ? '' : `, ${format.money(need.cents)}`;
    const who = need.customer === null ? '' : `, ${need.customer.fullname}`;
    return {
      status: 'wrong',
      chip: need.problem === 'dispute' ? 'Dispute' : 'Payment',
      title: `${ALARM_NAMES[need.problem]}${sum}${who}`,
      detail: need.dueBy === null ? need.why : `Answer the bank by ${at(need.dueBy)}.`,
      to: need.customer === null ? '/admin/transactions/alarms' : customerPage(need.customer.id),
      action: { label: 'Resolve', to: '/admin/transactions/alarms' },
      other: null,
    };
  },
  message: (need, { at }) => ({
    status: 'upcoming',
    chip: 'Message',
    title: `${need.customer.fullname}, since ${at(need.when)}`,
    detail: quoted(need.text),
    to: jobPage(need.id),
    action: { label: 'Reply', to: jobPage(need.id) },
    other: null,
  }),
  'contact-request': (need, { at }) => ({
    status: 'upcoming',
    chip: 'Request',
    title: `${need.name}, ${at(need.when)}`,
    detail: quoted(need.text),
    to: `/admin/contact-requests/${need.id}/view`,
    action: { label: 'Read', to: `/admin/contact-requests/${need.id}/view` },
    other: null,
  }),
  application: (need, { at }) => ({
    status: 'upcoming',
    chip: 'Join us',
    title: `${need.name} wants to work with us`,
    detail: `${need.area === '' ? '' : `Lives in ${need.area}, `}${at(need.when)}`,
    to: `/admin/applications/${need.id}/view`,
    action: { label: 'Read', to: `/admin/applications/${need.id}/view` },
    other: null,
  }),
  review: (need, { at }) => ({
    status: 'upcoming',
    chip: 'Review',
    title: `${need.stars} ${need.stars === 1 ? 'star' : 'stars'} from ${need.visit.customer.fullname}`,
    detail: need.text === '' ? `${need.visit.label}, ${at(need.visit.startTime)}` : quoted(need.text),
    to: jobPage(need.id),
    action: { label: 'Read', to: jobPage(need.id) },
    other: null,
  }),
  undelivered: (need) => {
    const to = need.jobID === null ? '/admin/customers' : jobPage(need.jobID);
    return {
      status: 'wrong',
      chip: 'Not delivered',
      title: `${need.title}, to ${need.to}`,
      detail: need.failure,
      to,
      action: need.canResend
        ? { label: 'Send again', busy: 'Sending', does: 'resend' }
        : { label: 'Open', to },
      other: { label: 'Drop', busy: 'Dropping', does: 'drop' },
    };
  },
  'series-ending': (need, { format }) => ({
    status: 'held',
    chip: 'Ending',
    title: `${need.visit.customer.fullname}’s series ends ${format.date(need.when)}`,
    detail:
      need.offeredAt === null
        ? `${need.visit.label}. Nothing is booked after it.`
        : `${need.visit.label}. Offered ${format.date(need.offeredAt)}, no answer yet.`,
    to: jobPage(need.visit.jobID),
    action: { label: 'Book more', to: `/admin/jobs/new?renews=${need.visit.jobID}` },
    other: need.offeredAt === null ? { label: 'Send offer', busy: 'Sending', does: 'offer' } : null,
  }),
  'card-expiring': (need, { format, at }) => ({
    status: 'held',
    chip: 'Card',
    title: `${need.customer.fullname}’s card ends before the next visit`,
    detail: `Card ${need.last4}, last month ${format.date(`${need.month}-01`, 'month')}. Next visit ${at(need.when)}.`,
    to: customerPage(need.customer.id),
    action: { label: 'Call', to: `tel:+${need.customer.mobile}` },
    other: null,
  }),
  'hours-expiring': (need, { format, at }) => ({
    status: 'held',
    chip: 'Expiring',
    title: `${need.customer.fullname}, ${format.hours(need.hours)} of credit`,
    detail: `Expire ${at(need.when)}.`,
    to: customerPage(need.customer.id),
    action: { label: 'Book', to: `/admin/jobs/new?customerID=${need.customer.id}` },
    other: null,
  }),
};

/** Why a customer was not offered to continue, after their name. */
export const NOT_OFFERED_WORDS: Readonly<Record<NotOffered, string>> = {
  ended: 'the series no longer ends soon.',
  'goes-on': 'has booked again.',
  declined: 'has declined to go on.',
  'no-email': 'has no e-mail address. Call them.',
  'opted-out': 'wants no offers by e-mail. Call them.',
  busy: 'someone else is changing this series. Try again.',
};

const AS_PLANNED: NeedAction = { label: 'As planned', busy: 'Saving', does: 'as-planned' };

type LostAct = Extract<NeedRow, { kind: 'lost-work' }>['acts'][number];

const ACT_NAMES: Readonly<Record<LostAct['act'], string>> = {
  start: 'clock-in',
  finish: 'clock-out',
  tick: 'ticks',
  comment: 'note',
  photo: 'photo',
};

/** `clock-out of 12:00 pm`, `note “The tap drips”`. */
function actText({ act, at, note }: LostAct, format: Format): string {
  return note === '' ? `${ACT_NAMES[act]} of ${format.time(at)}` : `${ACT_NAMES[act]} ${quoted(note)}`;
}

/** "2 cleaners ×"; nothing for one. */
function crewOf(numCleaners: number): string {
  return numCleaners > 1 ? `${numCleaners} cleaners ×` : '1 cleaner ×';
}

function counted(visits: number): string {
  if (visits === 0) return 'No visits';
  return visits === 1 ? '1 visit' : `${visits} visits`;
}

/** "20 minutes", "2 hours". */
function lateBy(minutes: number): string {
  return minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`;
}

/** Longer texts are read on the record’s page. */
const LONGEST = 120;

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `“${line.length > LONGEST ? `${line.slice(0, LONGEST).trimEnd()}…` : line}”`;
}

const ALL_NEEDS = '/admin/overview?all';

/** The rest of a kind: its words after the number, and its list; without one, all needs on the overview. */
export const MORE: Readonly<Record<NeedKind, { readonly words: string; readonly to: string }>> = {
  'no-crew': { words: 'visits without crew', to: '/admin/jobs?needs=crew' },
  'cannot-come': { words: 'cleaners who cannot come', to: ALL_NEEDS },
  'time-off': { words: 'requests for time off', to: ALL_NEEDS },
  away: { words: 'cleaners away', to: '/admin/jobs?needs=crew' },
  late: { words: 'late', to: '/admin/jobs?needs=start' },
  'not-finished': { words: 'not clocked out', to: '/admin/jobs?needs=finish' },
  'said-no': { words: 'visits to which nobody came', to: ALL_NEEDS },
  'lost-work': { words: 'phones that could not save work', to: ALL_NEEDS },
  unpaid: { words: 'unpaid', to: '/admin/jobs?status=pending' },
  'payment-problem': { words: 'payment problems', to: '/admin/transactions/alarms' },
  message: { words: 'messages', to: '/admin/conversations' },
  'contact-request': { words: 'contact requests', to: '/admin/contact-requests?state=new' },
  application: { words: 'applications', to: '/admin/applications?state=new' },
  review: { words: 'reviews with few stars', to: '/admin/reviews?decision=waiting' },
  undelivered: { words: 'undelivered messages', to: ALL_NEEDS },
  'series-ending': { words: 'series that end', to: ALL_NEEDS },
  'card-expiring': { words: 'cards that expire', to: ALL_NEEDS },
  'hours-expiring': { words: 'customers whose hours expire', to: ALL_NEEDS },
};
