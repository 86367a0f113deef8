import { ALARM_NAMES } from '#features/money/payments/web/parts/labels.ts';
import { REASON_NAMES } from '#features/work/cover/rules/absence.ts';
import type { NotOffered } from '#features/work/series/contract.ts';
import { businessDay } from '#platform/web/business-time.ts';
import type { Status } from '#platform/web/design/parts/status-chip.tsx';
import type { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
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
    const find = { label: t('Find crew'), to: jobPage(visit.jobID, `crew-${position}`) };
    const { numCleaners, hours } = visit;
    return {
      status: 'wrong',
      chip: t('No crew'),
      title: `${visit.label}, ${at(visit.startTime)}`,
      detail: t('{{fullname}}, {{postal}}, {{crew}} {{hours}}. {{fullname2}} cannot come.', {
        fullname: visit.customer.fullname,
        postal: visit.postal,
        crew: crewOf(numCleaners),
        hours: format.hours(hours),
        fullname2: missing.fullname,
      }),
      to: jobPage(visit.jobID),
      action:
        suggestion === null
          ? find
          : {
              label: t('Assign {{fullname}}', { fullname: suggestion.fullname }),
              busy: t('Assigning'),
              does: 'assign',
            },
      other: suggestion === null ? null : find,
    };
  },
  'cannot-come': (need, { format, at, now }) => {
    const { cleaner, visits, firstStart, until, reason } = need;
    const isToday = until === businessDay(new Date(now));
    const first = firstStart === null ? '' : t(', the first {{at}}', { at: at(firstStart) });
    return {
      status: 'wrong',
      chip: t('Cannot come'),
      title: t('{{fullname}} cannot come {{value}}', {
        fullname: cleaner.fullname,
        value: isToday ? t('today') : t('until {{date}}', { date: format.date(until) }),
      }),
      detail: t('{{value}}. {{counted}}{{first}}. Told us at {{time}}.', {
        value: REASON_NAMES[reason],
        counted: counted(visits),
        first,
        time: format.time(need.when),
      }),
      to: `/admin/cleaners/${cleaner.id}/view`,
      action: {
        label: visits === 0 ? t('Open') : t('Cover visits'),
        to: `/admin/cleaners/cover?cleanerID=${cleaner.id}&until=${until}`,
      },
      other: { label: t('Call'), to: `tel:+${cleaner.mobile}` },
    };
  },
  'time-off': ({ cleaner, firstDay, lastDay, note, visits }, { format }) => {
    const days =
      firstDay === lastDay
        ? format.date(firstDay)
        : t('{{date}} to {{date2}}', { date: format.date(firstDay), date2: format.date(lastDay) });
    return {
      status: 'held',
      chip: t('Time off'),
      title: t('{{fullname}} asks for time off, {{days}}', { fullname: cleaner.fullname, days }),
      detail: `${note === '' ? '' : `${quoted(note)} `}${visits === 0 ? t('No visits in that time.') : t('{{counted}} to cover.', { counted: counted(visits) })}`,
      to: `/admin/cleaners/${cleaner.id}/view`,
      action: { label: t('Accept'), busy: t('Accepting'), does: 'accept-time-off' },
      other: { label: t('Decline'), busy: t('Declining'), does: 'decline-time-off' },
    };
  },
  away: (need, { format }) => {
    const { cleaner, visits } = need;
    const to = `/admin/cleaners/cover?cleanerID=${cleaner.id}`;
    return {
      status: 'wrong',
      chip: t('Away'),
      title: t('{{fullname}} is away today', { fullname: cleaner.fullname }),
      detail: t('{{visits}} visits, the first at {{time}}', { visits, time: format.time(need.when) }),
      to: `/admin/cleaners/${cleaner.id}/view`,
      action: { label: t('Cover visits'), to },
      other: null,
    };
  },
  late: ({ visit, cleaner, position }, { format, now }) => {
    const minutes = Math.floor((now - Date.parse(visit.startTime)) / 60_000);
    return {
      status: 'wrong',
      chip: t('Late'),
      title: t('{{fullname}} has not started, {{time}}', {
        fullname: cleaner.fullname,
        time: format.time(visit.startTime),
      }),
      detail: t('{{fullname}}, {{postal}}, {{lateBy}} late', {
        fullname: visit.customer.fullname,
        postal: visit.postal,
        lateBy: lateBy(minutes),
      }),
      to: jobPage(visit.jobID),
      action: { label: t('Call'), to: `tel:+${cleaner.mobile}` },
      other: { label: t('Clock in'), to: jobPage(visit.jobID, `clock-${position}`) },
    };
  },
  'not-finished': ({ visit, cleaner, hasStarted, isUnclocked }, { at }) => {
    return {
      status: 'wrong',
      chip: hasStarted ? t('Not clocked out') : t('Not clocked in'),
      title: hasStarted
        ? t('{{fullname}} has not clocked out', { fullname: cleaner.fullname })
        : t('{{fullname}} has not clocked in', { fullname: cleaner.fullname }),
      detail: t('{{fullname}}, planned until {{at}}. Did it take place?', {
        fullname: visit.customer.fullname,
        at: at(visit.endTime),
      }),
      to: jobPage(visit.jobID),
      action: AS_PLANNED,
      other: isUnclocked
        ? { label: t('Nobody came'), to: jobPage(visit.jobID, 'nobody-came') }
        : { label: t('Correct hours'), to: jobPage(visit.jobID, `hours-${cleaner.id}`) },
    };
  },
  'said-no': ({ visit }, { at }) => {
    return {
      status: 'wrong',
      chip: t('No-show'),
      title: t('{{fullname}} says that nobody came', { fullname: visit.customer.fullname }),
      detail: t('{{label}}, {{at}}. No one has clocked in.', { label: visit.label, at: at(visit.startTime) }),
      to: jobPage(visit.jobID),
      action: { label: t('Nobody came'), to: jobPage(visit.jobID, 'nobody-came') },
      other: AS_PLANNED,
    };
  },
  'lost-work': ({ visit, cleaner, acts }, { format }) => {
    return {
      status: 'wrong',
      chip: t('Not saved'),
      title: t('{{fullname}}’s phone could not save work', { fullname: cleaner.fullname }),
      detail: `${visit.customer.fullname}, ${format.date(visit.startTime)}: ${acts.map((one) => actText(one, format)).join(', ')}.`,
      to: jobPage(visit.jobID),
      action: { label: t('Correct hours'), to: jobPage(visit.jobID, `hours-${cleaner.id}`) },
      other: { label: t('Done'), busy: t('Saving'), does: 'resolve-refused' },
    };
  },
  unpaid: (need, { format, at }) => {
    const { visit, visits, amount, dueOn, isCharge } = need;
    const until =
      dueOn === null
        ? t('Held until {{at}}', { at: at(need.when) })
        : t('Due {{date}}', { date: format.date(dueOn) });
    const many = visits > 1 ? t('{{visits}} visits from ', { visits }) : '';
    return {
      status: 'held',
      chip: t('Unpaid'),
      title: `${visit.customer.fullname}, ${format.money(amount)}`,
      detail: `${many}${at(visit.startTime)}. ${isCharge ? t('An extra charge is owed') : until}.`,
      to: jobPage(visit.jobID),
      action: isCharge
        ? { label: t('Take or waive'), to: jobPage(visit.jobID, 'owed') }
        : { label: t('Take payment'), to: jobPage(visit.jobID, 'pay') },
      other: isCharge ? null : { label: t('Send link'), busy: t('Sending'), does: 'send-link' },
    };
  },
  'payment-problem': (need, { format, at }) => {
    const sum = need.cents === null ? '' : `, ${format.money(need.cents)}`;
    const who = need.customer === null ? '' : `, ${need.customer.fullname}`;
    return {
      status: 'wrong',
      chip: need.problem === 'dispute' ? t('Dispute') : t('Payment'),
      title: `${ALARM_NAMES[need.problem]}${sum}${who}`,
      detail: need.dueBy === null ? need.why : t('Answer the bank by {{at}}.', { at: at(need.dueBy) }),
      to: need.customer === null ? '/admin/transactions/alarms' : customerPage(need.customer.id),
      action: { label: t('Resolve'), to: '/admin/transactions/alarms' },
      other: null,
    };
  },
  message: (need, { at }) => ({
    status: 'upcoming',
    chip: t('Message'),
    title: t('{{fullname}}, since {{at}}', { fullname: need.customer.fullname, at: at(need.when) }),
    detail: quoted(need.text),
    to: jobPage(need.id),
    action: { label: t('Reply'), to: jobPage(need.id) },
    other: null,
  }),
  'contact-request': (need, { at }) => ({
    status: 'upcoming',
    chip: t('Request'),
    title: `${need.name}, ${at(need.when)}`,
    detail: quoted(need.text),
    to: `/admin/contact-requests/${need.id}/view`,
    action: { label: t('Read'), to: `/admin/contact-requests/${need.id}/view` },
    other: null,
  }),
  application: (need, { at }) => ({
    status: 'upcoming',
    chip: t('Join us'),
    title: t('{{name}} wants to work with us', { name: need.name }),
    detail: `${need.area === '' ? '' : t('Lives in {{area}}, ', { area: need.area })}${at(need.when)}`,
    to: `/admin/applications/${need.id}/view`,
    action: { label: t('Read'), to: `/admin/applications/${need.id}/view` },
    other: null,
  }),
  review: (need, { at }) => ({
    status: 'upcoming',
    chip: t('Review'),
    title:
      need.stars === 1
        ? t('{{stars}} star from {{fullname}}', { stars: need.stars, fullname: need.visit.customer.fullname })
        : t('{{stars}} stars from {{fullname}}', {
            stars: need.stars,
            fullname: need.visit.customer.fullname,
          }),
    detail: need.text === '' ? `${need.visit.label}, ${at(need.visit.startTime)}` : quoted(need.text),
    to: jobPage(need.id),
    action: { label: t('Read'), to: jobPage(need.id) },
    other: null,
  }),
  undelivered: (need) => {
    const to = need.jobID === null ? '/admin/customers' : jobPage(need.jobID);
    return {
      status: 'wrong',
      chip: t('Not delivered'),
      title: t('{{title}}, to {{to}}', { title: need.title, to: need.to }),
      detail: need.failure,
      to,
      action: need.canResend
        ? { label: t('Send again'), busy: t('Sending'), does: 'resend' }
        : { label: t('Open'), to },
      other: { label: t('Drop'), busy: t('Dropping'), does: 'drop' },
    };
  },
  'series-question': (need, { format }) => ({
    status: 'held',
    chip: t('Not free'),
    title: t('{{fullname}} chooses for {{date}}', {
      fullname: need.visit.customer.fullname,
      date: format.date(need.date),
    }),
    detail: t('{{label}}. The usual cleaner is not free. Decided without them on {{date}}.', {
      label: need.visit.label,
      date: format.date(need.when),
    }),
    to: jobPage(need.visit.jobID),
    action: { label: t('Choose for them'), to: jobPage(need.visit.jobID) },
    other: null,
  }),
  'series-ending': (need, { format }) => ({
    status: 'held',
    chip: t('Ending'),
    title: t('{{fullname}}’s series ends {{date}}', {
      fullname: need.visit.customer.fullname,
      date: format.date(need.when),
    }),
    detail:
      need.offeredAt === null
        ? t('{{label}}. Nothing is booked after it.', { label: need.visit.label })
        : t('{{label}}. Offered {{date}}, no answer yet.', {
            label: need.visit.label,
            date: format.date(need.offeredAt),
          }),
    to: jobPage(need.visit.jobID),
    action: { label: t('Book more'), to: `/admin/jobs/new?renews=${need.visit.jobID}` },
    other: need.offeredAt === null ? { label: t('Send offer'), busy: t('Sending'), does: 'offer' } : null,
  }),
  'card-expiring': (need, { format, at }) => ({
    status: 'held',
    chip: t('Card'),
    title: t('{{fullname}}’s card ends before the next visit', { fullname: need.customer.fullname }),
    detail: t('Card {{last4}}, last month {{date}}. Next visit {{at}}.', {
      last4: need.last4,
      date: format.date(`${need.month}-01`, 'month'),
      at: at(need.when),
    }),
    to: customerPage(need.customer.id),
    action: { label: t('Call'), to: `tel:+${need.customer.mobile}` },
    other: null,
  }),
  'hours-expiring': (need, { format, at }) => ({
    status: 'held',
    chip: t('Expiring'),
    title: t('{{fullname}}, {{hours}} of credit', {
      fullname: need.customer.fullname,
      hours: format.hours(need.hours),
    }),
    detail: t('Expire {{at}}.', { at: at(need.when) }),
    to: customerPage(need.customer.id),
    action: { label: t('Book'), to: `/admin/jobs/new?customerID=${need.customer.id}` },
    other: null,
  }),
};

/** Why a customer was not offered to continue, after their name. */
export const NOT_OFFERED_WORDS: Readonly<Record<NotOffered, string>> = {
  ended: t('the series no longer ends soon.'),
  'goes-on': t('has booked again.'),
  declined: t('has declined to go on.'),
  'no-email': t('has no e-mail address. Call them.'),
  'opted-out': t('wants no offers by e-mail. Call them.'),
  busy: t('someone else is changing this series. Try again.'),
};

const AS_PLANNED: NeedAction = { label: t('As planned'), busy: t('Saving'), does: 'as-planned' };

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
  return note === ''
    ? t('{{value}} of {{time}}', { value: ACT_NAMES[act], time: format.time(at) })
    : `${ACT_NAMES[act]} ${quoted(note)}`;
}

/** "2 cleaners ×"; nothing for one. */
function crewOf(numCleaners: number): string {
  return numCleaners > 1 ? t('{{numCleaners}} cleaners ×', { numCleaners }) : '1 cleaner ×';
}

function counted(visits: number): string {
  if (visits === 0) return t('No visits');
  return visits === 1 ? '1 visit' : t('{{visits}} visits', { visits });
}

/** "20 minutes", "2 hours". */
function lateBy(minutes: number): string {
  return minutes < 120
    ? t('{{minutes}} minutes', { minutes })
    : t('{{floor}} hours', { floor: Math.floor(minutes / 60) });
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
  'no-crew': { words: t('visits without crew'), to: '/admin/jobs?needs=crew' },
  'cannot-come': { words: t('cleaners who cannot come'), to: ALL_NEEDS },
  'time-off': { words: t('requests for time off'), to: ALL_NEEDS },
  away: { words: t('cleaners away'), to: '/admin/jobs?needs=crew' },
  late: { words: t('late'), to: '/admin/jobs?needs=start' },
  'not-finished': { words: t('not clocked out'), to: '/admin/jobs?needs=finish' },
  'said-no': { words: t('visits to which nobody came'), to: ALL_NEEDS },
  'lost-work': { words: t('phones that could not save work'), to: ALL_NEEDS },
  unpaid: { words: t('unpaid'), to: '/admin/jobs?status=pending' },
  'payment-problem': { words: t('payment problems'), to: '/admin/transactions/alarms' },
  message: { words: t('messages'), to: '/admin/conversations' },
  'contact-request': { words: t('contact requests'), to: '/admin/contact-requests?state=new' },
  application: { words: t('applications'), to: '/admin/applications?state=new' },
  review: { words: t('reviews with few stars'), to: '/admin/reviews?decision=waiting' },
  undelivered: { words: t('undelivered messages'), to: ALL_NEEDS },
  'series-question': { words: t('dates to be decided'), to: ALL_NEEDS },
  'series-ending': { words: t('series that end'), to: ALL_NEEDS },
  'card-expiring': { words: t('cards that expire'), to: ALL_NEEDS },
  'hours-expiring': { words: t('customers whose hours expire'), to: ALL_NEEDS },
};
