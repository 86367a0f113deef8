import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import type { ChargeWay } from '#features/catalogue/settings/rules/charge-times.ts';
import { BUSINESS, type KindSpec } from '#platform/kernel/message-kind.ts';
import type { Cents, Hours } from '#platform/kernel/money.ts';
import { crewKind, crewSeriesKind, NAME, PAYMENT, SERIES, VISIT } from './kind-placeholders.ts';
import { LOWER_KINDS, type LowerDataOf } from './lower-kinds.ts';

/** A visit in the data of a message. Times in ISO 8601. */
export interface VisitData {
  readonly startsAt: string;
  readonly endsAt: string;
  /** The booked service: "One-time clean". */
  readonly label: string;
  readonly jobType: JobType;
  /** First names; empty while no crew is chosen. */
  readonly crew: readonly string[];
  /** For the calendar file of a customer's mail; missing in messages to cleaners. */
  readonly event?: {
    readonly jobID: string;
    readonly version: number;
    /** On one line. */
    readonly address: string;
  };
}

interface ToCustomer {
  /** The name in the greeting. */
  readonly firstname: string;
}

interface AboutVisit extends ToCustomer {
  readonly jobID: string;
  readonly visit: VisitData;
}

interface AboutSeries extends ToCustomer {
  readonly jobID: string;
  readonly visits: readonly [VisitData, ...VisitData[]];
}

interface AboutPayment extends AboutSeries {
  /** For all visits. */
  readonly amount: Cents;
}

interface ToCrew {
  readonly visit: VisitData;
  /** Neither unit number nor name, because others may read an SMS. */
  readonly postal: string;
}

interface SeriesToCrew {
  readonly visits: readonly [VisitData, ...VisitData[]];
  readonly postal: string;
}

/** The amounts of a cancellation. */
export interface CancellationSums {
  /** Cancelled by the company. */
  readonly byCompany: boolean;
  /** Cents kept and refunded; `refundPending`: refunded once a dispute is decided. */
  readonly fee: Cents;
  readonly refund: Cents;
  readonly refundPending?: boolean;
  /** Not paid by card: the office refunds it by hand. */
  readonly refundByHand?: boolean | undefined;
  /** Nothing was paid: the saved card is charged the fee. */
  readonly feeCharged?: boolean | undefined;
  /** Hours returned, and hours forfeited. */
  readonly creditsReturned: Hours;
  readonly creditsForfeited: Hours;
}

/** The data of each message kind of this feature. */
export interface OwnDataOf {
  readonly 'visit-booked': ToCustomer & {
    readonly jobID: string;
    readonly visits: readonly [VisitData, ...VisitData[]];
    /** On one line. */
    readonly address: string;
    /** For all visits: paid, or due by `dueOn` (a date). */
    readonly paid: Cents;
    readonly dueOn?: string;
    /** When the saved card is charged for each visit, or that it goes on an invoice; then nothing is paid or due. */
    readonly charged?: ChargeWay;
    /** We bring supplies. */
    readonly weBring: boolean;
    /** What the customer must provide, and the same in Chinese; absent if we bring it. */
    readonly prepare?: string;
    readonly prepareZh?: string;
    /** Moving and cancelling are free until this many hours before a visit. */
    readonly freeHours: number;
    /** Whole percent kept after that. */
    readonly lateFeePercent: number;
  };
  readonly 'visit-moved': AboutVisit;
  readonly 'crew-changed': AboutVisit;
  readonly 'visit-cancelled': AboutVisit & CancellationSums;
  readonly 'visit-uncovered': AboutVisit & {
    /** Of the link to choose another time or a refund. */
    readonly token: string;
  };
  readonly 'visit-covered': AboutVisit;
  readonly 'series-moved': AboutSeries;
  readonly 'series-cancelled': AboutSeries & CancellationSums;
  readonly 'change-reminder': AboutVisit & {
    /** On one line. */
    readonly address: string;
    readonly freeUntil: string;
    /** False if it has been moved before: then it can only be cancelled. */
    readonly canMove: boolean;
    /** Whole percent kept for a later cancellation; the cents and hours that this is. 0 if nothing is kept. */
    readonly lateFeePercent: number;
    readonly fee: Cents;
    readonly creditsForfeited: Hours;
  };
  readonly 'visit-reminder': AboutVisit & { readonly address: string };
  readonly 'on-the-way': AboutVisit & { readonly cleaner: string };
  readonly arrived: AboutVisit & { readonly cleaner: string };
  readonly 'visit-done': AboutVisit;
  readonly 'hold-ending': AboutVisit & {
    /** Visits that are paid together, and their price. */
    readonly count: number;
    readonly amount: Cents;
    readonly until: string;
  };
  readonly 'time-offered': AboutVisit & { readonly amount: Cents; readonly until: string };
  readonly 'offer-ended': AboutVisit;
  readonly 'payment-request': AboutPayment & {
    /** On one line. */
    readonly address: string;
    readonly until: string;
  };
  readonly 'payment-due': AboutPayment & { readonly dueOn: string };
  readonly 'charge-declined': AboutPayment & {
    /** The day on which the card is charged again; absent: it is not. */
    readonly againOn?: string;
  };
  readonly 'payment-received': AboutPayment;
  readonly 'series-ending': AboutVisit;
  readonly 'series-question': AboutSeries & {
    /** First names of those who are not free; empty: the business is closed. */
    readonly who: readonly string[];
    readonly until: string;
  };
  readonly 'office-answer': AboutVisit & { readonly answer: string };
  readonly 'crew-new': ToCrew;
  readonly 'crew-moved': ToCrew;
  readonly 'crew-released': ToCrew;
  readonly 'crew-reminder': ToCrew;
  readonly 'crew-series-new': SeriesToCrew;
  readonly 'crew-series-moved': SeriesToCrew;
  readonly 'crew-series-released': SeriesToCrew;
}

/** The data of each message kind. */
export type DataOf = OwnDataOf & LowerDataOf;
export type OwnKind = keyof OwnDataOf;
export type Kind = keyof DataOf;

const OWN_KINDS = {
  'visit-booked': {
    title: 'Booking confirmed',
    when: 'When a booking is paid, or confirmed to be paid later. A series gets one with all its dates.',
    reader: 'customer',
    channels: ['email'],
    placeholders: {
      ...NAME,
      what: '"Your clean is booked.", or how many cleans are booked',
      when: 'the time, or the first day of a series',
      visits: 'each visit on a line: time, service, crew',
      address: 'the home',
      paid: 'what was paid, or is to be paid and by when, in a sentence',
      prepare: 'what to have ready, or that we bring supplies, in a sentence',
      terms: 'until when moving and cancelling are free',
      day: 'the day of the first visit',
      link: VISIT.link,
      ...BUSINESS,
    },
    required: { email: ['visits', 'address', 'terms'] },
  },
  'visit-moved': {
    title: 'Visit moved',
    when: 'When a visit is moved: by e-mail, and also by SMS if it was or is today. If the office moves it, the message goes out a minute later, so that the move can be undone.',
    reader: 'customer',
    channels: ['email', 'sms'],
    placeholders: VISIT,
    required: { email: ['time'], sms: ['time'] },
  },
  'crew-changed': {
    title: 'Change of cleaner',
    when: 'When the office changes who comes: by SMS on the day of the visit, by e-mail before. It goes out a minute later, so that the change can be undone.',
    reader: 'customer',
    channels: ['email', 'sms'],
    placeholders: { ...VISIT, who: 'who comes now, "Aminah and Siti"' },
    required: { email: ['who', 'time'], sms: ['who', 'time'] },
  },
  'visit-cancelled': {
    title: 'Visit cancelled',
    when: 'When a paid visit is cancelled: by e-mail, and also by SMS if it was today.',
    reader: 'customer',
    channels: ['email', 'sms'],
    placeholders: {
      ...VISIT,
      what: 'that it is cancelled, and by whom',
      back: 'what is given back and kept',
    },
    required: { email: ['what', 'back'], sms: ['what'] },
  },
  'visit-uncovered': {
    title: 'Nobody can come',
    when: 'When the cleaner of a visit cannot come and the office asks the customer what to do. It goes out a minute later, so that this can be undone.',
    reader: 'customer',
    channels: ['email', 'sms'],
    placeholders: { ...VISIT, link: 'the page where they choose another time or a full refund' },
    required: { email: ['time', 'link'], sms: ['time', 'link'] },
  },
  'visit-covered': {
    title: 'Somebody can come after all',
    when: 'When the office finds a cleaner for a visit whose customer was asked what to do. It replaces “Change of cleaner”.',
    reader: 'customer',
    channels: ['email', 'sms'],
    placeholders: { ...VISIT, who: 'who comes now, "Aminah and Siti"' },
    required: { email: ['who', 'time'], sms: ['who', 'time'] },
  },
  'series-moved': {
    title: 'Visits of a series moved',
    when: 'When several visits of a series are moved.',
    reader: 'customer',
    channels: ['email'],
    placeholders: SERIES,
    required: { email: ['what', 'visits'] },
  },
  'series-cancelled': {
    title: 'Visits of a series cancelled',
    when: 'When several paid visits of a series are cancelled.',
    reader: 'customer',
    channels: ['email'],
    placeholders: { ...SERIES, back: 'what is given back and kept' },
    required: { email: ['what', 'visits', 'back'] },
  },
  'change-reminder': {
    title: 'Reminder while changes are free',
    when: 'Before free changes of a visit end, as set under Booking rules, if it was booked before that.',
    reader: 'customer',
    channels: ['email', 'sms'],
    placeholders: {
      ...VISIT,
      address: 'the home',
      terms: 'until when moving and cancelling are free, and what a later cancellation costs',
      free: 'the same in a few words, without the cost',
    },
    required: { email: ['time', 'terms'], sms: ['time', 'free'] },
  },
  'visit-reminder': {
    title: 'Reminder the day before',
    when: '24 hours before a visit, if it was booked before that.',
    reader: 'customer',
    channels: ['email', 'sms'],
    placeholders: { ...VISIT, address: 'the home' },
    required: { email: ['time'], sms: ['time'] },
  },
  'on-the-way': {
    title: 'On the way',
    when: 'When a cleaner says that they are on the way.',
    reader: 'customer',
    channels: ['sms'],
    placeholders: { ...VISIT, cleaner: "the cleaner's first name" },
    required: { sms: ['cleaner'] },
  },
  arrived: {
    title: 'Arrived',
    when: 'When a cleaner clocks in who has not said that they are on the way.',
    reader: 'customer',
    channels: ['sms'],
    placeholders: { ...VISIT, cleaner: "the cleaner's first name" },
    required: { sms: ['cleaner'] },
  },
  'visit-done': {
    title: 'Visit done',
    when: 'When the last of the crew has finished. It asks for a review.',
    reader: 'customer',
    channels: ['email'],
    placeholders: VISIT,
    required: { email: ['link'] },
    isFollowUp: true,
  },
  'hold-ending': {
    title: 'Reminder to pay',
    when: 'Five minutes before the hold on an unpaid booking ends; three hours before, if the office booked it.',
    reader: 'customer',
    channels: ['sms'],
    placeholders: {
      ...VISIT,
      when: SERIES.when,
      amount: 'what is to be paid for all visits',
      until: 'the time of day until which it is kept',
    },
    required: { sms: ['until'] },
  },
  'time-offered': {
    title: 'Time free on a full day',
    when: 'When a time becomes free on a day for which a customer is on the waiting list, between 8 am and 9 pm. It is held for half an hour.',
    reader: 'customer',
    channels: ['email', 'sms'],
    placeholders: {
      ...VISIT,
      amount: 'what is to be paid',
      until: 'the time of day until which it is kept',
    },
    required: { email: ['time', 'amount', 'until', 'link'], sms: ['time', 'until', 'link'] },
  },
  'offer-ended': {
    title: 'Offer ended',
    when: 'When a time that was kept for a customer on the waiting list is not paid in time.',
    reader: 'customer',
    channels: ['email', 'sms'],
    placeholders: { ...VISIT, link: 'the page where they keep waiting' },
    required: { email: ['time', 'link'], sms: ['time', 'link'] },
  },
  'payment-request': {
    title: 'Payment request',
    when: 'When the office books: as soon as it closes Take payment without a payment, otherwise five minutes later, unless it is paid by then. When the office sends a payment link: at once.',
    reader: 'customer',
    channels: ['email', 'sms'],
    placeholders: {
      ...PAYMENT,
      address: 'the home',
      until: 'the day and time until which it is kept',
    },
    required: { email: ['visits', 'amount', 'until', 'link'], sms: ['amount', 'until', 'link'] },
  },
  'payment-due': {
    title: 'Payment link for a confirmed booking',
    when: 'When the office sends a payment link for a booking that is to be paid later.',
    reader: 'customer',
    channels: ['email', 'sms'],
    placeholders: { ...PAYMENT, due: 'the day by which it is to be paid' },
    required: { email: ['amount', 'due', 'link'], sms: ['amount', 'link'] },
  },
  'charge-declined': {
    title: 'Card declined',
    when: 'When the saved card is declined for a visit that is charged to it.',
    reader: 'customer',
    channels: ['email', 'sms'],
    placeholders: { ...PAYMENT, again: 'when the card is charged again, or that it is not' },
    required: { email: ['amount', 'link'], sms: ['amount', 'link'] },
  },
  'payment-received': {
    title: 'Payment received',
    when: 'When a booking that was to be paid later is paid.',
    reader: 'customer',
    channels: ['email'],
    placeholders: PAYMENT,
    required: { email: ['amount'] },
  },
  'series-ending': {
    title: 'Series about to end',
    when: 'Two weeks before the last visit of a series.',
    reader: 'customer',
    channels: ['email'],
    placeholders: VISIT,
    required: { email: ['time'] },
    isFollowUp: true,
  },
  'series-question': {
    title: 'Cleaner not free on a date of a series',
    when: 'When the next visits of a series without an end are added, and its cleaner is not free on some date.',
    reader: 'customer',
    channels: ['email', 'sms'],
    placeholders: {
      ...NAME,
      who: 'who is not free',
      when: SERIES.when,
      visits: 'each date on a line',
      until: 'the day and time until which the customer can choose',
      link: SERIES.link,
      ...BUSINESS,
    },
    required: { email: ['visits', 'until', 'link'], sms: ['until', 'link'] },
  },
  'office-answer': {
    title: 'Answer to a customer',
    when: 'When the office answers what a customer wrote about a booking.',
    reader: 'customer',
    channels: ['email'],
    placeholders: { ...VISIT, answer: 'what the office wrote' },
    required: { email: ['answer'] },
  },
  'crew-new': crewKind('New visit', 'When a cleaner is booked for a visit or takes one over.'),
  'crew-moved': crewKind('Visit changed', 'When the time or address of a cleaner’s visit changes.'),
  'crew-released': crewKind('Visit removed', 'When a cleaner no longer needs to go.'),
  'crew-reminder': crewKind('Reminder', '24 hours before a visit.'),
  'crew-series-new': crewSeriesKind('New visits of a series', 'When a cleaner takes over several visits.'),
  'crew-series-moved': crewSeriesKind(
    'Visits of a series moved',
    'When several of a cleaner’s visits are moved.',
  ),
  'crew-series-released': crewSeriesKind(
    'Visits of a series removed',
    'When a cleaner no longer needs to go to several visits.',
  ),
} as const satisfies Readonly<Record<OwnKind, KindSpec>>;

/** Every message kind with templates that the office may change. */
export const KINDS: Readonly<Record<Kind, KindSpec>> = { ...OWN_KINDS, ...LOWER_KINDS };

export const KIND_NAMES = Object.keys(KINDS) as Kind[];

export function kindOf(kind: Kind): KindSpec {
  return KINDS[kind];
}

export function isKind(name: string): name is Kind {
  return Object.hasOwn(KINDS, name);
}
