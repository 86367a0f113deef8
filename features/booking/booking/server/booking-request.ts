import type { z } from 'zod';
import { getPackage, toPackageReply } from '#features/catalogue/packages/server/index.ts';
import { areaOfPostal } from '#features/catalogue/places/server/index.ts';
import type { Settings } from '#features/catalogue/settings/rules/settings.ts';
import { readSettings } from '#features/catalogue/settings/server/index.ts';
import { findPromo, type Promo, type PromoQuery } from '#features/money/promo-codes/server/index.ts';
import { getAddressOf, getCustomer } from '#features/people/customers/server/index.ts';
import { namedCrew } from '#features/work/jobs/rules/crew.ts';
import {
  listPriceOf,
  type Quote,
  quoteVisit,
  recleanQuote,
  reduceQuote,
  whyOverPaymentLimit,
} from '#features/work/jobs/rules/quote.ts';
import {
  findJobs,
  findReplacedHold,
  type ReplacedHold,
  visitToReclean,
} from '#features/work/jobs/server/index.ts';
import {
  type Recurrence,
  type SeriesDate,
  type SeriesException,
  seriesDates,
  seriesStarts,
  type WrongException,
  whyWrongException,
} from '#features/work/schedule/rules/recurrence.ts';
import type { Point } from '#features/work/schedule/rules/travel.ts';
import {
  sizeVisit,
  type VisitSize,
  visitMinutes,
  wrongEnd,
} from '#features/work/schedule/rules/visit-length.ts';
import type { VisitRequirements } from '#features/work/schedule/rules/visit-need.ts';
import { excludableJobs, TIME_SETTINGS } from '#features/work/schedule/server/index.ts';
import { readInstant } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { createJob, quoteJob } from '../contract.ts';

/** The body of a booking; a quote may omit address and time. */
export type BookingBody = Omit<z.output<typeof createJob.body>, 'addressID' | 'startTime'> & {
  readonly addressID?: string | undefined;
  readonly startTime?: string | undefined;
  readonly postal?: string | undefined;
  /** The preferences of a home that is not stored yet. */
  readonly gender?: '' | 'female' | 'male' | undefined;
  readonly language?: string | undefined;
  readonly hasPets?: boolean | undefined;
  readonly excludeJobID?: string | undefined;
  readonly replacesJobID?: string | undefined;
  readonly label?: string | undefined;
  /** Office only. */
  readonly overrideReason?: string | undefined;
  readonly recleanOf?: string | undefined;
  readonly recleanReason?: string | undefined;
};

type Package = ReturnType<typeof toPackageReply>;
export type Address = NonNullable<Awaited<ReturnType<typeof getAddressOf>>>;
export type Customer = NonNullable<Awaited<ReturnType<typeof getCustomer>>>;

const BOOKING_SETTINGS = [...TIME_SETTINGS, 'cancelFreeHours', 'lateFeePercent', 'gstRegistered'] as const;

/** A booking request with everything looked up, sized and priced. */
export interface BookingRequest {
  readonly body: BookingBody;
  readonly pack: Package;
  readonly customer: Customer | null;
  readonly address: Address | null;
  readonly size: VisitSize;
  /** The list price of one visit. */
  readonly quote: Quote;
  /** The promo code for the first visit. */
  readonly promo: Promo | null;
  readonly need: VisitRequirements;
  /** The current settings of the office. */
  readonly settings: Pick<Settings, (typeof BOOKING_SETTINGS)[number]>;
  /** The centre of the home's area. */
  readonly home: Point | null;
  readonly named: readonly string[];
  /** All dates, earliest first: one without a recurrence, none without a start. */
  readonly dates: readonly SeriesDate[];
  readonly recurrence: Recurrence | null;
  /** The hold that this booking replaces. */
  readonly replaces: ReplacedHold | null;
}

export type NotResolved = Refusal<'invalid' | 'not_found' | 'crew_incomplete' | 'no_reclean'>;

/** Loads what a booking refers to, and prices it. Prices from the client are ignored. */
export async function resolveBooking(
  ctx: Context,
  body: BookingBody,
  customerID: string | null,
): Promise<BookingRequest | NotResolved> {
  const dates = datesOf(body, ctx.config.BUSINESS_TZ);
  if (isRefusal(dates)) return dates;
  const found = await lookUp(ctx, body, customerID);
  if (isRefusal(found)) return found;
  const booking = { ...found, dates };
  const wrong = wrongEndOf(body, found.size, { dates, zone: ctx.config.BUSINESS_TZ });
  if (wrong !== null) return refuse('invalid', { errors: [wrong] });
  const overLimit = whyOverPaymentLimit(booking.quote, booking.recurrence?.count ?? 1);
  return overLimit === null ? booking : refuse('invalid', { errors: [overLimit] });
}

function wrongEndOf(
  { endTime }: BookingBody,
  size: VisitSize,
  { dates: [first], zone }: { readonly dates: readonly SeriesDate[]; readonly zone: string },
) {
  if (endTime === undefined || first === undefined) return null;
  return wrongEnd(readInstant(endTime, zone), { ...size, start: first.start });
}

async function lookUp(
  ctx: Context,
  body: BookingBody,
  customerID: string | null,
): Promise<Omit<BookingRequest, 'dates'> | NotResolved> {
  const row = await getPackage(ctx, body.packageID);
  const customer = customerID === null ? null : await getCustomer(ctx, customerID);
  const address = await addressOf(ctx, customerID, body.addressID);
  const settings = await readSettings(ctx, BOOKING_SETTINGS);
  const pack = bookablePackage(row, body);
  if (isRefusal(pack)) return pack;
  const size = sizeVisit(pack, body);
  if ('errors' in size) return refuse('invalid', { errors: size.errors });
  const named = namedCrew(body, size.numCleaners);
  if (named === null) return refuse('crew_incomplete');
  if (customerID !== null && !isThere(customer)) return noSuchCustomer;
  if (isRefusal(address)) return address;
  const replaces = await replacedHold(ctx, customerID, body.replacesJobID);
  if (isRefusal(replaces)) return replaces;
  const wrong = await whyNoReclean(ctx, body, customerID);
  if (wrong !== null) return wrong;
  const list = quoteVisit(
    pack,
    { ...size, requireCleaningSupplies: body.requireCleaningSupplies },
    settings.gstRegistered,
  );
  const quote = body.recleanOf === undefined ? list : recleanQuote(list);
  const postal = address?.postal ?? body.postal ?? '';
  const promo = await promoFor(ctx, { body, pack, quote, replaces, need: { postal } }, customerID);
  if (isRefusal(promo)) return promo;
  const area = postal === '' ? null : await areaOfPostal(ctx, postal);
  return {
    body,
    pack,
    customer,
    address,
    size,
    named,
    quote,
    promo,
    settings,
    need: {
      minutes: visitMinutes(size),
      numCleaners: size.numCleaners,
      postal,
      regionID: area?.regionID ?? null,
      ...preferencesOf(body, address),
      jobType: pack.type,
      excludeJobIDs: [...(replaces?.jobIDs ?? []), ...(await excludableJobs(ctx, body.excludeJobID))],
    },
    home: area,
    recurrence: recurrenceOf(body),
    replaces,
  };
}

/** Cleaning again is one visit to the same home with the same package; null if this is one, or none at all. */
async function whyNoReclean(ctx: Context, body: BookingBody, customerID: string | null) {
  if (body.recleanOf === undefined) {
    return (body.recleanReason ?? '') === ''
      ? null
      : refuseField('recleanOf', 'Say which visit is cleaned again.');
  }
  if (body.recurrence) return refuseField('recurrence', 'Book one visit to clean again.');
  if (body.promocode !== '') return refuseField('promocode', 'Cleaning again is free of charge already.');
  const first = await visitToReclean(ctx, body.recleanOf, customerID);
  if (isRefusal(first)) return first;
  if (body.packageID !== first.packageID)
    return refuseField('packageID', 'Cleaning again takes the package of the first visit.');
  if (body.addressID !== first.addressID)
    return refuseField('addressID', 'Cleaning again is for the home of the first visit.');
  return null;
}

/** The home's own preferences; those sent only count for a home that is not stored yet. */
function preferencesOf(body: BookingBody, address: Address | null) {
  if (address === null) {
    const { gender = '', language = '', hasPets = false } = body;
    return { gender, language, hasPets };
  }
  return {
    gender: address.genderPreference,
    language: address.languagePreference,
    hasPets: address.hasPets,
  };
}

const noSuchCustomer = refuseField('customerID', 'We could not find this customer. Choose another.');

function isThere(customer: Customer | null): boolean {
  return customer !== null && customer.trashedAt === null;
}

type PromoBooking = Pick<BookingRequest, 'body' | 'pack' | 'quote'> & {
  readonly need: Pick<BookingRequest['need'], 'postal'>;
};

/** The promo code as it is valid after the replaced hold has released its use; reserves nothing. */
function promoFor(
  ctx: Context,
  booking: PromoBooking & Pick<BookingRequest, 'replaces'>,
  customerID: string | null,
): Promise<Promo | Refusal<'invalid'>> | null {
  const replaces = booking.replaces?.jobIDs ?? [];
  return booking.body.promocode === ''
    ? null
    : findPromo(ctx, { ...promoQuery(booking, customerID), replaces });
}

/** The promo query for a booking. */
export function promoQuery<C extends string | null>(
  { body, pack, quote, need }: PromoBooking,
  customerID: C,
): PromoQuery & { readonly customerID: C } {
  return {
    code: body.promocode,
    customerID,
    jobType: pack.type,
    packageID: pack.id,
    postal: need.postal === '' ? null : need.postal,
    price: listPriceOf(quote),
  };
}

/** The price of the first visit: its list price minus the promo code. */
export function firstQuote({ quote, promo }: Pick<BookingRequest, 'quote' | 'promo'>): Quote {
  const reduced = promo && { label: promo.code, discount: promo.discount };
  return reduceQuote(quote, { promo: reduced, hours: 0 });
}

async function replacedHold(
  ctx: Context,
  customerID: string | null,
  jobID: string | undefined,
): Promise<ReplacedHold | null | Refusal<'not_found'>> {
  if (jobID === undefined) return null;
  const [job] = await findJobs(ctx, [jobID]);
  if (job === undefined || job.customerID !== customerID || job.trashedAt !== null)
    return refuse('not_found');
  return findReplacedHold(ctx, job);
}

function bookablePackage(
  row: Awaited<ReturnType<typeof getPackage>>,
  body: BookingBody,
): Package | NotResolved {
  if (row === null) return refuseField('packageID', 'This package is not on offer. Choose another.');
  const pack = toPackageReply(row);
  if (body.jobType !== undefined && body.jobType !== pack.type) {
    return refuseField('jobType', `This package is for ${pack.type}.`);
  }
  return pack;
}

/** Another customer's address is treated as unknown. */
async function addressOf(
  ctx: Context,
  customerID: string | null,
  addressID: string | undefined,
): Promise<Address | null | Refusal<'not_found'>> {
  if (addressID === undefined) return null;
  if (customerID === null) return refuse('not_found');
  const address = await getAddressOf(ctx, customerID, addressID);
  return address ?? refuse('not_found');
}

type Dated = Pick<z.output<typeof quoteJob.body>, 'startTime' | 'recurrence'>;

function recurrenceOf({ recurrence }: Pick<Dated, 'recurrence'>): Recurrence | null {
  return recurrence ? { interval: recurrence.interval, count: recurrence.count } : null;
}

/** All dates of a booking, earliest first: one without a recurrence, none without a start. */
function datesOf(body: Dated, zone: string): SeriesDate[] | Refusal<'invalid'> {
  const sent = body.recurrence?.exceptions ?? [];
  if (body.startTime === undefined) {
    return sent.length === 0 ? [] : refuseField('startTime', 'Enter the first date of the series.');
  }
  const first = instantOf(body.startTime, zone);
  const starts = seriesStarts(first, recurrenceOf(body), zone);
  const exceptions = sent.map(
    ({ startTime, instead }): SeriesException => ({
      seriesDate: instantOf(startTime, zone),
      instead: instead === null ? null : instantOf(instead, zone),
    }),
  );
  const wrong = whyWrongException(starts, exceptions, zone);
  if (wrong === null) return seriesDates(starts, exceptions);
  return refuseField(`recurrence.exceptions.${wrong.index}`, MESSAGES[wrong.why]);
}

const MESSAGES: Readonly<Record<WrongException, string>> = {
  'no-such-date': 'The series has no visit at this time.',
  twice: 'This date was changed twice.',
  'out-of-order': 'Pick a day between the visit before and the one after.',
  'nothing-left': 'Keep at least one visit.',
};

/** Parses a moment that the contract has validated. */
function instantOf(moment: string, zone: string): Temporal.Instant {
  const instant = readInstant(moment, zone);
  if (instant === null) throw new Error(`Invalid moment: ${moment}.`);
  return instant;
}
