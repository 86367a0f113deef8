import type { z } from 'zod';
import { getPackage, toPackageReply } from '#features/catalogue/packages/server/index.ts';
import { areaOfPostal } from '#features/catalogue/places/server/index.ts';
import type { Settings } from '#features/catalogue/settings/rules/settings.ts';
import { readSettings } from '#features/catalogue/settings/server/index.ts';
import { findPromo, type Promo, type PromoQuery } from '#features/money/promo-codes/server/index.ts';
import { getAddressOf, getCustomer } from '#features/people/customers/server/index.ts';
import { type CrewNames, namedCrew, namesByPosition } from '#features/work/jobs/rules/crew.ts';
import {
  listPriceOf,
  type Quote,
  quoteVisit,
  recleanQuote,
  reduceQuote,
  whyOverPaymentLimit,
} from '#features/work/jobs/rules/quote.ts';
import {
  extraLines,
  findJobs,
  findReplacedHold,
  type ReplacedHold,
  visitToReclean,
} from '#features/work/jobs/server/index.ts';
import {
  type Pattern,
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
import type { createJob } from '../contract.ts';

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

type WireNames = keyof CrewNames | 'startTime' | 'endTime' | 'recurrence';

/** What is to be booked; a quote may omit home and time. */
export interface NewBooking extends Omit<BookingBody, WireNames> {
  readonly start?: Temporal.Instant;
  /** Only checked, because the end follows from the start and the hours. Null if it is no time. */
  readonly end?: Temporal.Instant | null;
  /** The named cleaner of each position; null where the system chooses. */
  readonly crew: readonly (string | null)[];
  readonly recurrence: (Recurrence & { readonly exceptions: readonly SeriesException[] }) | null;
}

/** What a client has sent, as a booking. */
export function newBooking(
  { config: { BUSINESS_TZ: zone } }: Context,
  { startTime, endTime, recurrence, ...body }: BookingBody,
): NewBooking {
  const { cleaner1ID, cleaner2ID, cleaner3ID, cleaner4ID, cleaner5ID, ...booking } = body;
  return {
    ...booking,
    ...(startTime !== undefined && { start: instantOf(startTime, zone) }),
    ...(endTime !== undefined && { end: readInstant(endTime, zone) }),
    crew: namesByPosition({ cleaner1ID, cleaner2ID, cleaner3ID, cleaner4ID, cleaner5ID }),
    recurrence: recurrence
      ? {
          ...patternOf(recurrence),
          count: recurrence.count,
          exceptions: (recurrence.exceptions ?? []).map((one) => ({
            seriesDate: instantOf(one.startTime, zone),
            instead: one.instead === null ? null : instantOf(one.instead, zone),
          })),
        }
      : null,
  };
}

type Package = ReturnType<typeof toPackageReply>;
export type Address = NonNullable<Awaited<ReturnType<typeof getAddressOf>>>;
export type Customer = NonNullable<Awaited<ReturnType<typeof getCustomer>>>;

const BOOKING_SETTINGS = [...TIME_SETTINGS, 'cancelFreeHours', 'lateFeePercent', 'gstRegistered'] as const;

/** A booking request with everything looked up, sized and priced. */
export interface BookingRequest {
  readonly wanted: NewBooking;
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
  wanted: NewBooking,
  customerID: string | null,
): Promise<BookingRequest | NotResolved> {
  const dates = datesOf(wanted, ctx.config.BUSINESS_TZ);
  if (isRefusal(dates)) return dates;
  const found = await lookUp(ctx, wanted, customerID);
  if (isRefusal(found)) return found;
  const booking = { ...found, dates };
  const wrong = wrongEndOf(wanted, found.size, dates);
  if (wrong !== null) return refuse('invalid', { errors: [wrong] });
  const overLimit = whyOverPaymentLimit(
    booking.quote,
    Math.max(dates.length, booking.recurrence?.count ?? 1),
  );
  return overLimit === null ? booking : refuse('invalid', { errors: [overLimit] });
}

function wrongEndOf({ end }: NewBooking, size: VisitSize, [first]: readonly SeriesDate[]) {
  return end === undefined || first === undefined ? null : wrongEnd(end, { ...size, start: first.start });
}

async function lookUp(
  ctx: Context,
  wanted: NewBooking,
  customerID: string | null,
): Promise<Omit<BookingRequest, 'dates'> | NotResolved> {
  const row = await getPackage(ctx, wanted.packageID);
  const customer = customerID === null ? null : await getCustomer(ctx, customerID);
  const address = await addressOf(ctx, customerID, wanted.addressID);
  const settings = await readSettings(ctx, BOOKING_SETTINGS);
  const pack = bookablePackage(row, wanted);
  if (isRefusal(pack)) return pack;
  const size = sizeVisit(pack, wanted);
  if ('errors' in size) return refuse('invalid', { errors: size.errors });
  const named = namedCrew(wanted.crew, size.numCleaners);
  if (named === null) return refuse('crew_incomplete');
  if (customerID !== null && !isThere(customer)) return noSuchCustomer;
  if (isRefusal(address)) return address;
  const replaces = await replacedHold(ctx, customerID, wanted.replacesJobID);
  if (isRefusal(replaces)) return replaces;
  const wrong = await whyNoReclean(ctx, wanted, customerID);
  if (wrong !== null) return wrong;
  const postal = address?.postal ?? wanted.postal ?? '';
  const list = quoteVisit(
    pack,
    { ...size, requireCleaningSupplies: wanted.requireCleaningSupplies },
    settings.gstRegistered,
    await extraLines(ctx, { packageID: pack.id, jobType: pack.type, postal, ...size }),
  );
  const quote = wanted.recleanOf === undefined ? list : recleanQuote(list);
  const promo = await promoFor(ctx, { wanted, pack, quote, replaces, need: { postal } }, customerID);
  if (isRefusal(promo)) return promo;
  const area = postal === '' ? null : await areaOfPostal(ctx, postal);
  return {
    wanted,
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
      ...preferencesOf(wanted, address),
      jobType: pack.type,
      excludeJobIDs: [...(replaces?.jobIDs ?? []), ...(await excludableJobs(ctx, wanted.excludeJobID))],
    },
    home: area,
    recurrence: wanted.recurrence && { ...patternOf(wanted.recurrence), count: wanted.recurrence.count },
    replaces,
  };
}

/** Cleaning again is one visit to the same home with the same package; null if this is one, or none at all. */
async function whyNoReclean(ctx: Context, body: NewBooking, customerID: string | null) {
  if (body.recleanOf === undefined) {
    return (body.recleanReason ?? '') === ''
      ? null
      : refuseField('recleanOf', 'Say which visit is cleaned again.');
  }
  if (body.recurrence !== null) return refuseField('recurrence', 'Book one visit to clean again.');
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
function preferencesOf(wanted: NewBooking, address: Address | null) {
  if (address === null) {
    const { gender = '', language = '', hasPets = false } = wanted;
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

type PromoBooking = Pick<BookingRequest, 'wanted' | 'pack' | 'quote'> & {
  readonly need: Pick<BookingRequest['need'], 'postal'>;
};

/** The promo code as it is valid after the replaced hold has released its use; reserves nothing. */
function promoFor(
  ctx: Context,
  booking: PromoBooking & Pick<BookingRequest, 'replaces'>,
  customerID: string | null,
): Promise<Promo | Refusal<'invalid'>> | null {
  const replaces = booking.replaces?.jobIDs ?? [];
  return booking.wanted.promocode === ''
    ? null
    : findPromo(ctx, { ...promoQuery(booking, customerID), replaces });
}

/** The promo query for a booking. */
export function promoQuery<C extends string | null>(
  { wanted, pack, quote, need }: PromoBooking,
  customerID: C,
): PromoQuery & { readonly customerID: C } {
  return {
    code: wanted.promocode,
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
  body: Pick<NewBooking, 'jobType'>,
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

/** All dates of a booking, earliest first: one without a recurrence, none without a start. */
function datesOf({ start, recurrence }: NewBooking, zone: string): SeriesDate[] | Refusal<'invalid'> {
  const exceptions = recurrence?.exceptions ?? [];
  if (start === undefined) {
    return exceptions.length === 0 ? [] : refuseField('startTime', 'Enter the first date of the series.');
  }
  const starts = seriesStarts(start, recurrence, zone);
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

/** A monthly series has one visit a month. */
function patternOf({
  interval,
  weekdays = [],
}: Pick<Pattern, 'interval'> & { readonly weekdays?: readonly number[] | undefined }): Pattern {
  return { interval, weekdays: interval === 'monthly' ? [] : weekdays };
}

/** Parses a moment that the contract has validated. */
function instantOf(moment: string, zone: string): Temporal.Instant {
  const instant = readInstant(moment, zone);
  if (instant === null) throw new Error(`Invalid moment: ${moment}.`);
  return instant;
}
