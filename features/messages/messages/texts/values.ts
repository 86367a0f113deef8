import { suppliesText } from '#features/catalogue/packages/rules/supplies.ts';
import { bookAgainAddress } from '#features/site/pages/rules/booking-address.ts';
import { type Language, writtenLanguage } from '#languages/index.ts';
import type { Surroundings, Values } from '#platform/kernel/message-kind.ts';
import { dollars } from '#platform/kernel/money.ts';
import type { Translations } from '#platform/kernel/translate.ts';
import type { DataOf, Kind, OwnKind, VisitData } from './kinds.ts';
import { LOWER_KINDS } from './lower-kinds.ts';
import { clockText, dayText, momentText, timeText, type VisitTime } from './visit-time.ts';
import { wordingIn } from './wording.ts';

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
    who: wordingIn(around).names(data.visit.crew),
  }),
  'visit-covered': (data, around) => ({
    ...visitValues(data, around),
    who: wordingIn(around).names(data.visit.crew),
  }),
  'visit-cancelled': (data, around) => {
    const words = wordingIn(around);
    const time = timeText(timeOf(data.visit, around), around);
    return {
      ...visitValues(data, around),
      what: words.t(data.byCompany ? 'cancelledByUs' : 'cancelled', { time }),
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
    what: wordingIn(around).t('moved', { count: data.visits.length }),
  }),
  'series-cancelled': (data, around) => {
    const words = wordingIn(around);
    return {
      ...seriesValues(data, around),
      what: words.cancelledVisits(data.byCompany, data.visits.length),
      link: bookAgainLink(around, data.visits[0], data.jobID),
      back: words.back(data).join('\n'),
    };
  },
  'change-reminder': (data, around) => {
    const words = wordingIn(around);
    const until = momentText({ start: Temporal.Instant.from(data.freeUntil), zone: around.zone }, around);
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
        ? timeText(start, around)
        : wordingIn(around).several(count, dayText(start, around.language));
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
    again: wordingIn(around).again(
      data.againOn === undefined ? null : dayOfText(data.againOn, around.language),
    ),
  }),
  'payment-received': paymentValues,
  'series-ending': visitValues,
  'series-question': (data, around) => ({
    ...seriesValues(data, around),
    who: data.who.length === 0 ? around.business : wordingIn(around).names(data.who),
    until: momentText({ start: Temporal.Instant.from(data.until), zone: around.zone }, around),
  }),
  'office-answer': (data, around) => ({ ...visitValues(data, around), answer: data.answer }),
  'crew-new': crewValues,
  'crew-moved': crewValues,
  'crew-released': crewValues,
  'crew-reminder': crewValues,
  'crew-series-new': crewSeriesValues,
  'crew-series-moved': crewSeriesValues,
  'crew-series-released': crewSeriesValues,
};

function bookedValues(data: DataOf['visit-booked'], around: Surroundings): Values {
  const { language } = around;
  const words = wordingIn(around);
  const [first] = data.visits;
  const isOne = data.visits.length === 1;
  const start = timeOf(first, around);
  return {
    ...seriesValues(data, around),
    what: words.booked(data.visits.length),
    ...(isOne && { when: timeText(start, around) }),
    address: data.address,
    paid: paidSentence(data, around),
    prepare: suppliesSentence(data, around),
    terms: words.terms(data, isOne),
    day: dayText(start, language),
  };
}

function paidSentence({ paid, dueOn, charged }: DataOf['visit-booked'], around: Translations): string {
  const words = wordingIn(around);
  if (charged !== undefined) return words.t(`charged.${charged}`);
  return dueOn === undefined ? words.paid(paid) : words.toPay(paid, dayOfText(dueOn, around.language));
}

function suppliesSentence(data: DataOf['visit-booked'], around: Translations): string {
  const { weBring, prepare = '', prepareZh } = data;
  const { t } = wordingIn(around);
  if (weBring) return t('weBring');
  if (prepare === '') return t('ownSupplies');
  const texts = { suppliesToBePrepared: prepare, suppliesToBePreparedZh: prepareZh };
  return t('prepare', { supplies: suppliesText(texts, writtenLanguage(around.language)) });
}

function paymentRequestValues(data: DataOf['payment-request'], around: Surroundings): Values {
  const { zone } = around;
  const until = { start: Temporal.Instant.from(data.until), zone };
  return {
    ...paymentValues(data, around),
    address: data.address,
    until: momentText(until, around),
  };
}

function paymentValues(data: DataOf['payment-received'], around: Surroundings): Values {
  const [first] = data.visits;
  return {
    ...seriesValues(data, around),
    ...(data.visits.length === 1 && { when: timeText(timeOf(first, around), around) }),
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
  const words = wordingIn(around);
  const lineOf = (visit: VisitData) =>
    words.t('line', {
      time: timeText(timeOf(visit, around), around),
      service: serviceText(visit, around),
      crew: words.crew(visit.crew),
    });
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
    time: timeText(timeOf(visit, around), around),
    service: serviceText(visit, around),
    crew: wordingIn(around).crew(visit.crew),
    link: bookingLink(around, jobID),
  };
}

/** The booked service. The office's own names are in English, so in other languages it is the kind of clean. */
export function serviceText(
  { label, jobType }: Pick<VisitData, 'label' | 'jobType'>,
  translations: Translations,
): string {
  return translations.language === 'en' ? label : wordingIn(translations).t(`services.${jobType}`);
}

/** Of a calendar event: `Kemas: One-time clean`. */
export function eventTitle(title: string, detail: string, translations: Translations): string {
  return wordingIn(translations).t('event', { title, detail });
}

function crewValues({ visit, postal }: DataOf['crew-new'], around: Surroundings): Values {
  return { time: timeText(timeOf(visit, around), around), postal };
}

function crewSeriesValues({ visits, postal }: DataOf['crew-series-new'], around: Surroundings): Values {
  return {
    many: wordingIn(around).t('many', { count: visits.length }),
    day: dayText(timeOf(visits[0], around), around.language),
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
