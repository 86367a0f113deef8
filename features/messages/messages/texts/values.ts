import { suppliesText } from '#features/catalogue/packages/rules/supplies.ts';
import { bookAgainAddress } from '#features/site/pages/rules/booking-address.ts';
import type { Language, Surroundings, Values } from '#platform/kernel/message-kind.ts';
import { dollars } from '#platform/kernel/money.ts';
import type { DataOf, Kind, OwnKind, VisitData } from './kinds.ts';
import { LOWER_KINDS } from './lower-kinds.ts';
import { clockText, dayText, momentText, timeText, type VisitTime } from './visit-time.ts';
import { WORDING } from './wording.ts';

/** The values of a message's placeholders. */
export function valuesOf<K extends Kind>(kind: K, data: DataOf[K], around: Surroundings): Values {
  const { business, phone } = around;
  // The table below is type-checked per kind, which a dynamic lookup loses.
  const write = isLower(kind) ? LOWER_KINDS[kind].values : WRITERS[kind as OwnKind];
  return { business, phone, ...(write as (data: DataOf[K], around: Surroundings) => Values)(data, around) };
}

function isLower(kind: Kind): kind is keyof typeof LOWER_KINDS {
  return Object.hasOwn(LOWER_KINDS, kind);
}

const WRITERS: { readonly [K in OwnKind]: (data: DataOf[K], around: Surroundings) => Values } = {
  'visit-booked': bookedValues,
  'visit-moved': visitValues,
  'crew-changed': (data, around) => ({
    ...visitValues(data, around),
    who: WORDING[around.language].names(data.visit.crew),
  }),
  'visit-covered': (data, around) => ({
    ...visitValues(data, around),
    who: WORDING[around.language].names(data.visit.crew),
  }),
  'visit-cancelled': (data, around) => {
    const words = WORDING[around.language];
    const time = timeText(timeOf(data.visit, around), around.language);
    return {
      ...visitValues(data, around),
      what: words.cancelled(data.byCompany, time),
      link: bookAgainLink(around, data.visit, data.jobID),
      back: words.back(data).join('\n'),
    };
  },
  'visit-uncovered': (data, around) => ({
    ...visitValues(data, around),
    link: `${around.site}/visit-choice#${data.token}`,
  }),
  'series-moved': (data, around) => ({
    ...seriesValues(data, around),
    what: WORDING[around.language].movedVisits(data.visits.length),
  }),
  'series-cancelled': (data, around) => {
    const words = WORDING[around.language];
    return {
      ...seriesValues(data, around),
      what: words.cancelledVisits(data.byCompany, data.visits.length),
      link: bookAgainLink(around, data.visits[0], data.jobID),
      back: words.back(data).join('\n'),
    };
  },
  'change-reminder': (data, around) => {
    const words = WORDING[around.language];
    const until = momentText(
      { start: Temporal.Instant.from(data.freeUntil), zone: around.zone },
      around.language,
    );
    return {
      ...visitValues(data, around),
      address: data.address,
      terms: words.freeUntil(data, until),
      free: words.freeInBrief(data, until),
    };
  },
  'visit-reminder': (data, around) => ({ ...visitValues(data, around), address: data.address }),
  'on-the-way': (data, around) => ({ ...visitValues(data, around), cleaner: data.cleaner }),
  arrived: (data, around) => ({ ...visitValues(data, around), cleaner: data.cleaner }),
  'visit-done': visitValues,
  'hold-ending': (data, around) => {
    const until = { start: Temporal.Instant.from(data.until), zone: around.zone };
    const { count, amount } = data;
    const start = timeOf(data.visit, around);
    const when =
      count === 1
        ? timeText(start, around.language)
        : WORDING[around.language].several(count, dayText(start, around.language));
    return {
      ...visitValues(data, around),
      when,
      amount: `S$${dollars(amount)}`,
      until: clockText(until, around.language),
    };
  },
  'time-offered': (data, around) => ({
    ...visitValues(data, around),
    amount: `S$${dollars(data.amount)}`,
    until: clockText({ start: Temporal.Instant.from(data.until), zone: around.zone }, around.language),
  }),
  'offer-ended': (data, around) => ({
    ...visitValues(data, around),
    link: `${around.site}/dashboard/bookings`,
  }),
  'payment-request': paymentRequestValues,
  'payment-due': (data, around) => ({
    ...paymentValues(data, around),
    due: dayOfText(data.dueOn, around.language),
  }),
  'charge-declined': (data, around) => ({
    ...paymentValues(data, around),
    again: WORDING[around.language].again(
      data.againOn === undefined ? null : dayOfText(data.againOn, around.language),
    ),
  }),
  'payment-received': paymentValues,
  'series-ending': visitValues,
  'office-answer': (data, around) => ({ ...visitValues(data, around), answer: data.answer }),
  'crew-new': crewValues,
  'crew-moved': crewValues,
  'crew-released': crewValues,
  'crew-reminder': crewValues,
  'crew-series-new': crewSeriesValues,
  'crew-series-moved': crewSeriesValues,
  'crew-series-released': crewSeriesValues,
};

function paidSentence({ paid, dueOn, charged }: DataOf['visit-booked'], language: Language): string {
  const words = WORDING[language];
  if (charged !== undefined) return words.charged(charged);
  return dueOn === undefined ? words.paid(paid) : words.toPay(paid, dayOfText(dueOn, language));
}

function bookedValues(data: DataOf['visit-booked'], around: Surroundings): Values {
  const { language } = around;
  const words = WORDING[language];
  const [first] = data.visits;
  const isOne = data.visits.length === 1;
  const start = timeOf(first, around);
  return {
    ...seriesValues(data, around),
    what: words.booked(data.visits.length),
    ...(isOne && { when: timeText(start, language) }),
    address: data.address,
    paid: paidSentence(data, language),
    prepare: suppliesSentence(data, language),
    terms: words.terms(data, isOne),
    day: dayText(start, language),
  };
}

function suppliesSentence(data: DataOf['visit-booked'], language: Language): string {
  const { weBring, prepare = '', prepareZh } = data;
  const words = WORDING[language];
  if (weBring) return words.weBring;
  if (prepare === '') return words.ownSupplies;
  return words.prepare(
    suppliesText({ suppliesToBePrepared: prepare, suppliesToBePreparedZh: prepareZh }, language),
  );
}

function paymentRequestValues(data: DataOf['payment-request'], around: Surroundings): Values {
  const { language, zone } = around;
  const until = { start: Temporal.Instant.from(data.until), zone };
  return {
    ...paymentValues(data, around),
    address: data.address,
    until: momentText(until, language),
  };
}

function paymentValues(data: DataOf['payment-received'], around: Surroundings): Values {
  const { language } = around;
  const [first] = data.visits;
  return {
    ...seriesValues(data, around),
    ...(data.visits.length === 1 && { when: timeText(timeOf(first, around), language) }),
    amount: `S$${dollars(data.amount)}`,
  };
}

/** Formats a business date: `Sat 5 Dec`. */
function dayOfText(day: string, language: Language): string {
  const start = Temporal.PlainDate.from(day).toZonedDateTime('UTC').toInstant();
  return dayText({ start, zone: 'UTC' }, language);
}

/** What several visits have in common, and one line for each. */
function seriesValues({ firstname, jobID, visits }: DataOf['series-moved'], around: Surroundings): Values {
  const { language } = around;
  const words = WORDING[language];
  const colon = language === 'zh' ? '：' : ': ';
  const lineOf = (visit: VisitData) =>
    `${timeText(timeOf(visit, around), language)}${colon}${serviceText(visit, language)}${words.crew(visit.crew)}`;
  return {
    firstname,
    when: words.several(visits.length, dayText(timeOf(visits[0], around), language)),
    visits: visits.map(lineOf).join('\n'),
    link: bookingLink(around, jobID),
  };
}

interface AboutVisit {
  readonly firstname: string;
  readonly jobID: string;
  readonly visit: VisitData;
}

function visitValues({ firstname, jobID, visit }: AboutVisit, around: Surroundings): Values {
  return {
    firstname,
    time: timeText(timeOf(visit, around), around.language),
    service: serviceText(visit, around.language),
    crew: WORDING[around.language].crew(visit.crew),
    link: bookingLink(around, jobID),
  };
}

/** The booked service. The office's own names are in English, so in Chinese it is the kind of clean. */
export function serviceText(
  { label, jobType }: Pick<VisitData, 'label' | 'jobType'>,
  language: Language,
): string {
  return language === 'en' ? label : WORDING[language].services[jobType];
}

function crewValues({ visit, postal }: DataOf['crew-new'], around: Surroundings): Values {
  return { time: timeText(timeOf(visit, around), around.language), postal };
}

function crewSeriesValues({ visits, postal }: DataOf['crew-series-new'], around: Surroundings): Values {
  const { language } = around;
  return {
    many: WORDING[language].many(visits.length),
    day: dayText(timeOf(visits[0], around), language),
    postal,
  };
}

function timeOf({ startsAt, endsAt }: VisitData, { zone }: Surroundings): VisitTime {
  return { start: Temporal.Instant.from(startsAt), end: Temporal.Instant.from(endsAt), zone };
}

/** The booking of the same visit once more. */
function bookAgainLink({ site }: Surroundings, { jobType }: VisitData, jobID: string): string {
  return `${site}${bookAgainAddress({ id: jobID, jobType })}`;
}

/** The customer's page of a booking, which requires signing in. */
function bookingLink({ site }: Surroundings, jobID: string): string {
  return `${site}/dashboard/bookings/${jobID}`;
}
