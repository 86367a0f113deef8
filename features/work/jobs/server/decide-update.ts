import type { z } from 'zod';
import { getPackage, toPackageReply } from '#features/catalogue/packages/server/index.ts';
import { readSettings } from '#features/catalogue/settings/server/index.ts';
import { findPromo } from '#features/money/promo-codes/server/index.ts';
import { isTestCustomer } from '#features/people/customers/rules/test-customer.ts';
import { type AddressRow, getAddressOf, getCustomer } from '#features/people/customers/server/index.ts';
import { sizeVisit, wrongEnd } from '#features/work/schedule/rules/visit-length.ts';
import type { VisitRequirements } from '#features/work/schedule/rules/visit-need.ts';
import { readDatabaseTime, readInstant } from '#platform/kernel/business-time.ts';
import { pickDefined } from '#platform/kernel/fields.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { previewUpdate } from '../contract.ts';
import {
  type Agreed,
  changedNames,
  isPricedAnew,
  isPromoCheckedAgain,
  whyOwnerStays,
  whyPackageStays,
} from '../rules/correcting.ts';
import {
  type CrewNames,
  type CrewToFind,
  changedCrew,
  crewOfSize,
  crewToFind,
  crewToFindAnew,
  dropsWorker,
  namesByPosition,
} from '../rules/crew.ts';
import { type MovableJob, whyNotChangeable } from '../rules/moving.ts';
import { changeBooking, changeOutsideTerms, chooseCrew, nameJob } from '../rules/policy.ts';
import { changedPrice, type PriceChange } from '../rules/price-difference.ts';
import {
  keepCharges,
  listPriceOf,
  promoOf,
  type Quote,
  type QuotedPromo,
  quoteVisit,
  recleanQuote,
  testVisitQuote,
  whyOverPaymentLimit,
} from '../rules/quote.ts';
import { stageOf } from '../rules/stage.ts';
import type { JobFields } from './change-job.ts';
import { extraLines } from './extra-lines.ts';
import { isHeld } from './holds.ts';
import type { JobRow } from './job-rows.ts';
import { requirementsOf } from './save-crew.ts';

/** A visit after an update, whose crew has to be planned: what it requires of the diaries, as plain data. */
export interface VisitToPlan extends CrewToFind {
  readonly start: Temporal.Instant;
  /** False if the time stays the same. */
  readonly moves: boolean;
  /** Where it is after the update. */
  readonly home: Pick<JobRow, 'customerID' | 'addressID'>;
  readonly need: VisitRequirements;
  /** The crew by position: a member who is found again keeps their position. */
  readonly positions: readonly string[];
  /** Soft rules do not exclude the named cleaners. */
  readonly overridesSoftRules: boolean;
}

interface Update {
  /** The job's columns except price, time and crew. */
  readonly fields: JobFields;
  readonly price: PriceChange | null;
  /** Null if neither time nor crew changes and the crew's availability is not affected. */
  readonly visit: VisitToPlan | null;
}

type UpdateBody = z.output<typeof previewUpdate.body>;

/** A change of a visit, without the handling of a price difference. Absent fields stay as they are. */
export interface VisitUpdate extends Omit<UpdateBody, WireNames> {
  readonly start?: Temporal.Instant;
  /** Only checked, because the end follows from the start and the hours. Null if it is no time. */
  readonly end?: Temporal.Instant | null;
  /** The named cleaner of each position; null where the current one stays. */
  readonly crew?: readonly (string | null)[];
}

type WireNames = keyof CrewNames | 'startTime' | 'endTime';

/** What a client has sent, as a change of a visit. */
export function visitUpdate<B extends UpdateBody>(
  { config }: Context,
  body: B,
): Omit<B, WireNames> & VisitUpdate {
  const { startTime, endTime, cleaner1ID, cleaner2ID, cleaner3ID, cleaner4ID, cleaner5ID, ...update } = body;
  const start = startTime === undefined ? null : readInstant(startTime, config.BUSINESS_TZ);
  return {
    ...update,
    ...(start !== null && { start }),
    ...(endTime !== undefined && { end: readInstant(endTime, config.BUSINESS_TZ) }),
    crew: namesByPosition({ cleaner1ID, cleaner2ID, cleaner3ID, cleaner4ID, cleaner5ID }),
  };
}

/** Whether the current actor may make this update, and what it requires of the diaries. */
export async function decideUpdate(ctx: Context, job: JobRow, update: VisitUpdate) {
  const foreign = officeOnly(ctx, job, update);
  if (foreign !== null) return foreign;
  const booking = await resolveUpdate(ctx, job, update);
  if (isRefusal(booking)) return booking;
  const oldStart = readDatabaseTime(job.startsAt);
  const start = update.start ?? oldStart;
  const after = { ...job, ...(booking.fields as Partial<JobRow>) };
  const size = { start, hours: after.hours, breakHours: after.breakHours };
  const wrong = update.end === undefined ? null : wrongEnd(update.end, size);
  if (wrong !== null) return refuse('invalid', { errors: [wrong] });
  const current = job.crew.map((member) => member.id);
  const crew = changedCrew(crewOfSize(job.crew, after.numCleaners), update.crew ?? [], after.numCleaners);
  if (crew === null) return refuse('crew_incomplete');
  const moves = !start.equals(oldStart);
  const recrews = crew.join() !== current.slice(0, crew.length).join() || crew.length < current.length;
  const isSized = after.numCleaners === current.length;
  if (recrews && isSized && !may(ctx.actor, chooseCrew))
    return refuse('forbidden', {
      detail: 'Only the office can change the crew. Contact us and we will help.',
    });
  const rebooks = Object.keys(booking.fields).length > 0;
  const isOffice = may(ctx.actor, changeOutsideTerms);
  const parts = { moves, recrews, rebooks, dropsWorker: dropsWorker(job.crew, crew) };
  const no = whyNotChangeable(movableJob(ctx, job), parts, {
    isOffice,
    now: ctx.clock.now().epochMilliseconds,
  });
  if (no !== null) return refuse(no, no === 'change_too_late' ? { detail: tooLateMessage(job) } : {});
  const booked = { fields: { ...booking.fields, ...notesOf(update) }, price: booking.price };
  const need = await requirementsOf(ctx, after);
  const asksAgain = after.customerID !== job.customerID || !isSameNeed(need, await requirementsOf(ctx, job));
  if (!moves && !recrews && !asksAgain) return { ...booked, visit: null } satisfies Update;
  const overridesSoftRules = update.overrideReason !== undefined;
  const isNamed = after.cleanerType === 'preferred' || (update.crew ?? []).some((id) => id !== null);
  const sought = asksAgain
    ? crewToFindAnew(job.crew, crew, { numCleaners: after.numCleaners, isNamed })
    : crewToFind(job.crew, crew, { moves, keepsCrew: isOffice || job.cleanerType === 'preferred' });
  const home = { customerID: after.customerID, addressID: after.addressID };
  const visit = { start, moves, need, home, ...sought, positions: crew, overridesSoftRules };
  return { ...booked, visit } satisfies Update;
}

function isSameNeed(one: VisitRequirements, other: VisitRequirements): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The office-only parts of an update: label, overridden rules, and whether the customer is notified of another cleaner.
 */
function officeOnly(ctx: Context, job: JobRow, { label, tellCustomer, overrideReason }: VisitUpdate) {
  if (may(ctx.actor, nameJob)) return null;
  if (label !== undefined && label !== job.label) return refuseField('label', OFFICE_ONLY);
  if (overrideReason !== undefined) return refuseField('overrideReason', OFFICE_ONLY);
  return tellCustomer === undefined ? null : refuseField('tellCustomer', OFFICE_ONLY);
}

const OFFICE_ONLY = 'Only the office can change this.';

function notesOf(update: VisitUpdate): JobFields {
  return pickDefined(update, ['label', 'specialRequests', 'contactDetails']);
}

function tooLateMessage({ policy: { freeHours } }: JobRow): string {
  const until = freeHours === 0 ? 'until' : `up to ${freeHours} ${freeHours === 1 ? 'hour' : 'hours'} before`;
  return `You can move this visit ${until} it starts. Contact us and we will see what we can do.`;
}

/** A visit as the rules about moving see it. */
export function movableJob({ clock }: Context, job: JobRow): MovableJob {
  const stage = stageOf(job.crew);
  return {
    status: job.status === 'pending' && !isHeld(job, clock.now()) ? 'expired' : job.status,
    isTrashed: job.trashedAt !== null,
    start: readDatabaseTime(job.startsAt).epochMilliseconds,
    hasChangedDate: job.hasChangedDate,
    terms: job.policy,
    begun: stage !== 'upcoming',
    finished: stage === 'done',
  };
}

/** The effect of an update on the booking itself. */
interface ResolvedUpdate {
  /** The columns of the job that change; empty if none do. */
  readonly fields: JobFields;
  /** Null if the price stays. */
  readonly price: PriceChange | null;
}

type NotChanged = Refusal<'forbidden' | 'invalid' | 'not_found' | 'not_correctable'>;

/** The columns that store the home of a booked job. */
export function homeOfJob(address: AddressRow) {
  return {
    addressID: address.id,
    addressType: address.type,
    addressLine1: address.addressLine1,
    addressLine2: address.addressLine2,
    addressLine3: address.addressLine3,
    addressCountry: address.country,
    addressPostal: address.postal,
    addressLatitude: address.latitude,
    addressLongitude: address.longitude,
    addressHasPets: address.hasPets,
    addressLanguagePreference: address.languagePreference,
    addressGenderPreference: address.genderPreference,
    addressAreaID: address.areaID,
  };
}

/** Resolves the ids in an update, as booking does, and reprices the visit if needed. */
async function resolveUpdate(
  ctx: Context,
  job: JobRow,
  update: VisitUpdate,
): Promise<ResolvedUpdate | NotChanged> {
  const wanted = changedNames(job, update);
  if (wanted.size > 0 && !may(ctx.actor, changeBooking)) {
    const detail = 'Only the office can change what was booked. Contact us and we will help.';
    return refuse('forbidden', { detail });
  }
  const owner = await changedOwner(ctx, job, update, wanted);
  if (isRefusal(owner)) return owner;
  const home = await changedHome(ctx, update, owner.customerID ?? job.customerID);
  if (isRefusal(home)) return home;
  const offer = await changedOffer(ctx, job, update, wanted);
  if (isRefusal(offer)) return offer;
  const cleanerType = wanted.has('cleanerType') ? { cleanerType: update.cleanerType as string } : {};
  const fields = { ...owner, ...home, ...offer.fields, ...cleanerType };
  return { fields: differingFrom(job, fields), price: offer.price };
}

function differingFrom(job: JobRow, fields: JobFields): JobFields {
  const row = job as unknown as Record<string, unknown>;
  return Object.fromEntries(Object.entries(fields).filter(([column, value]) => row[column] !== value));
}

const OWNER_STAYS = {
  'goes-ahead':
    'This visit is going ahead. Cancel it, which gives back what was paid, and book it for the other customer.',
  personal:
    'A series, or a visit with a promo code or hours of credit, stays with its customer. Release it and book it for the other customer.',
};

function agreedOf({ status, seriesID, price, creditsUsed }: JobRow): Agreed {
  return { status, isOfSeries: seriesID !== null, hasPromo: promoOf(price) !== null, creditsUsed };
}

async function changedOwner(
  ctx: Context,
  job: JobRow,
  { customerID, addressID }: VisitUpdate,
  wanted: ReadonlySet<string>,
): Promise<JobFields | NotChanged> {
  if (customerID === undefined || !wanted.has('customerID')) return {};
  const why = whyOwnerStays(agreedOf(job));
  if (why !== null) return refuse('not_correctable', { detail: OWNER_STAYS[why] });
  const customer = await getCustomer(ctx, customerID);
  if (customer === null || customer.trashedAt !== null) {
    return refuseField('customerID', 'We could not find this customer. Choose another.');
  }
  if (addressID === undefined) return refuseField('addressID', 'Choose a home of this customer.');
  return { customerID: customer.id, customerEmail: customer.email };
}

async function changedHome(
  ctx: Context,
  { addressID }: VisitUpdate,
  customerID: string,
): Promise<JobFields | NotChanged> {
  if (addressID === undefined) return {};
  const address = await getAddressOf(ctx, customerID, addressID);
  if (address === null)
    return refuseField('addressID', 'This home belongs to another customer. Choose one of theirs.');
  return homeOfJob(address);
}

/** Cleaning again and the test visit stay free of charge, whatever they become. */
function listPriceFor(job: JobRow, list: Quote): Quote {
  if (isTestCustomer(job.customerID)) return testVisitQuote(list);
  return job.recleanOf === null ? list : recleanQuote(list);
}

interface ChangedOffer {
  readonly fields: JobFields;
  readonly price: PriceChange | null;
}

const UNCHANGED: ChangedOffer = { fields: {}, price: null };

/** Package, size and supplies, at today's price. If none of them changes, the agreed price stays. */
async function changedOffer(
  ctx: Context,
  job: JobRow,
  update: VisitUpdate,
  wanted: ReadonlySet<string>,
): Promise<ChangedOffer | NotChanged> {
  const isOther = wanted.has('packageID');
  if (wanted.has('jobType') && !isOther) {
    return refuseField('jobType', 'Choose a package for this kind of clean.');
  }
  if (!isPricedAnew(wanted)) return UNCHANGED;
  if (isOther && whyPackageStays(job) !== null) {
    const detail =
      'This visit is paid with hours of credit. Cancel it, which gives the hours back, and book the other package.';
    return refuse('not_correctable', { detail });
  }
  const row = await getPackage(ctx, update.packageID ?? job.packageID);
  if (row === null) return refuseField('packageID', 'This package is not on offer. Choose another.');
  const pack = toPackageReply(row);
  if (update.jobType !== undefined && update.jobType !== pack.type) {
    return refuseField('jobType', `This package is for ${pack.type}.`);
  }
  const booked = isOther ? {} : { hours: job.hours, numCleaners: job.numCleaners };
  const size = sizeVisit(pack, { ...booked, ...pickDefined(update, ['hours', 'numCleaners']) });
  if ('errors' in size) return refuse('invalid', { errors: size.errors });
  const asked = update.requireCleaningSupplies ?? job.requireCleaningSupplies;
  const supplies = pack.suppliesIncluded || asked;
  const { gstRegistered } = await readSettings(ctx, ['gstRegistered']);
  // The same package is paid with hours as it was when the visit was booked.
  const takesHours = isOther ? pack.takesHours : (job.price.takesHours ?? 'yes');
  const price = quoteVisit(
    { ...pack, takesHours },
    { ...size, requireCleaningSupplies: supplies },
    gstRegistered,
    await extraLines(ctx, {
      packageID: pack.id,
      jobType: pack.type,
      postal: job.addressPostal,
      ...size,
    }),
  );
  const list = keepCharges(listPriceFor(job, price), job.price);
  const overLimit = whyOverPaymentLimit(list, 1);
  if (overLimit !== null) return refuse('invalid', { errors: [overLimit] });
  const promo = await promoFor(ctx, job, { list, packageID: pack.id, jobType: pack.type });
  if (isRefusal(promo)) return promo;
  const fields = {
    packageID: pack.id,
    jobType: pack.type,
    hours: size.hours,
    breakHours: size.breakHours,
    numCleaners: size.numCleaners,
    requireCleaningSupplies: supplies,
    ...(isOther && { packageLabel: pack.label }),
    ...(isOther && job.label === job.packageLabel ? { label: pack.label } : {}),
  };
  return {
    fields,
    price: changedPrice({ price: job.price, amountToPay: job.amountToPay }, { list, promo }),
  };
}

interface Repricing {
  readonly list: Quote;
  readonly packageID: string;
  readonly jobType: JobRow['jobType'];
}

/** Before payment the promo code is checked again; once used, it keeps its discount. */
async function promoFor(
  ctx: Context,
  job: JobRow,
  { list, packageID, jobType }: Repricing,
): Promise<QuotedPromo | null | Refusal<'invalid'>> {
  const before = promoOf(job.price);
  if (before === null || !isPromoCheckedAgain(agreedOf(job))) return before;
  const query = {
    customerID: job.customerID,
    jobType,
    packageID,
    postal: job.addressPostal,
    isKept: true,
    price: listPriceOf(list),
  };
  const promo = await findPromo(ctx, { ...query, code: before.label, replaces: [job.id] });
  return isRefusal(promo) ? promo : { label: promo.code, discount: promo.discount };
}
