import type { z } from 'zod';
import { getPackage, toPackageReply } from '#features/catalogue/packages/server/index.ts';
import { readSettings } from '#features/catalogue/settings/server/index.ts';
import { findPromo } from '#features/money/promo-codes/server/index.ts';
import { JOB_HOME_FIELDS } from '#features/people/customers/address-shapes.ts';
import { type AddressRow, getAddressOf, getCustomer } from '#features/people/customers/server/index.ts';
import { sizeVisit } from '#features/work/schedule/rules/visit-length.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { columnsOf } from '#platform/server/columns.ts';
import type { Context } from '#platform/server/context.ts';
import type { previewUpdate } from '../contract.ts';
import { changeBooking } from '../rules/policy.ts';
import { changedPrice, type PriceChange } from '../rules/price-difference.ts';
import {
  listPriceOf,
  promoOf,
  type Quote,
  type QuotedPromo,
  quoteVisit,
  recleanQuote,
  whyOverPaymentLimit,
} from '../rules/quote.ts';
import { goesAhead } from '../rules/status.ts';
import type { JobFields } from './change-job.ts';
import { JOB_HOME, type JobRow } from './job-rows.ts';

/** The requested update of a visit, regardless of who asks and how the price difference is handled. */
export type RequestedUpdate = z.output<typeof previewUpdate.body>;

/** The effect of an update on the booking itself. */
export interface ResolvedUpdate {
  /** The columns of the job that change; empty if none do. */
  readonly fields: JobFields;
  /** Null if the price stays. */
  readonly price: PriceChange | null;
}

type NotChanged = Refusal<'forbidden' | 'invalid' | 'not_found' | 'not_correctable'>;

const HOME = columnsOf(...JOB_HOME_FIELDS);

/** The columns that store the home of a booked job. */
export function homeOfJob(address: AddressRow) {
  return { address_id: address.id, ...JOB_HOME.toRow(HOME.toWire(address)) };
}

/** Resolves the ids in an update, as booking does, and reprices the visit if needed. */
export async function resolveUpdate(
  ctx: Context,
  job: JobRow,
  body: RequestedUpdate,
): Promise<ResolvedUpdate | NotChanged> {
  const wanted = changedNames(job, body);
  if (wanted.size > 0 && !may(ctx.actor, changeBooking)) {
    const detail = 'Only the office can change what was booked. Contact us and we will help.';
    return refuse('forbidden', { detail });
  }
  const owner = await changedOwner(ctx, job, body, wanted);
  if (isRefusal(owner)) return owner;
  const home = await changedHome(ctx, body, owner.customer_id ?? job.customer_id);
  if (isRefusal(home)) return home;
  const offer = await changedOffer(ctx, job, body, wanted);
  if (isRefusal(offer)) return offer;
  const cleanerType = wanted.has('cleanerType') ? { cleaner_type: body.cleanerType as string } : {};
  const fields = { ...owner, ...home, ...offer.fields, ...cleanerType };
  return { fields: differingFrom(job, fields), price: offer.price };
}

/** The fields of a booking that only the office may change. */
type BookedName =
  | 'customerID'
  | 'packageID'
  | 'hours'
  | 'numCleaners'
  | 'jobType'
  | 'cleanerType'
  | 'requireCleaningSupplies';

function bookedValues(job: JobRow): Record<BookedName, string | number | boolean> {
  return {
    customerID: job.customer_id,
    packageID: job.package_id,
    hours: job.hours,
    numCleaners: job.num_cleaners,
    jobType: job.job_type,
    cleanerType: job.cleaner_type,
    requireCleaningSupplies: job.require_cleaning_supplies,
  };
}

/** The fields whose value differs from the job's. */
function changedNames(job: JobRow, body: RequestedUpdate): ReadonlySet<BookedName> {
  const booked = Object.entries(bookedValues(job)) as [BookedName, unknown][];
  return new Set(
    booked.flatMap(([name, value]) => (body[name] === undefined || body[name] === value ? [] : [name])),
  );
}

function differingFrom(job: JobRow, fields: JobFields): JobFields {
  const row = job as unknown as Record<string, unknown>;
  return Object.fromEntries(Object.entries(fields).filter(([column, value]) => row[column] !== value));
}

/** Before payment, only the hold ties a visit to a customer, but promo codes and hours are personal. */
async function changedOwner(
  ctx: Context,
  job: JobRow,
  { customerID, addressID }: RequestedUpdate,
  wanted: ReadonlySet<BookedName>,
): Promise<JobFields | NotChanged> {
  if (customerID === undefined || !wanted.has('customerID')) return {};
  if (goesAhead(job.status)) {
    const detail =
      'This visit is going ahead. Cancel it, which gives back what was paid, and book it for the other customer.';
    return refuse('not_correctable', { detail });
  }
  if (job.series_id !== null || promoOf(job.price) !== null || job.credits_used > 0) {
    const detail =
      'A series, or a visit with a promo code or hours of credit, stays with its customer. Release it and book it for the other customer.';
    return refuse('not_correctable', { detail });
  }
  const customer = await getCustomer(ctx, customerID);
  if (customer === null || customer.trashed_at !== null) {
    return refuseField('customerID', 'We could not find this customer. Choose another.');
  }
  if (addressID === undefined) return refuseField('addressID', 'Choose a home of this customer.');
  return { customer_id: customer.id, customer_email: customer.email };
}

async function changedHome(
  ctx: Context,
  { addressID }: RequestedUpdate,
  customerId: string,
): Promise<JobFields | NotChanged> {
  if (addressID === undefined) return {};
  const address = await getAddressOf(ctx, customerId, addressID);
  if (address === null)
    return refuseField('addressID', 'This home belongs to another customer. Choose one of theirs.');
  return homeOfJob(address);
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
  body: RequestedUpdate,
  wanted: ReadonlySet<BookedName>,
): Promise<ChangedOffer | NotChanged> {
  const isOther = wanted.has('packageID');
  if (wanted.has('jobType') && !isOther) {
    return refuseField('jobType', 'Choose a package for this kind of clean.');
  }
  const reprices = (['packageID', 'hours', 'numCleaners', 'requireCleaningSupplies'] as const).some((name) =>
    wanted.has(name),
  );
  if (!reprices) return UNCHANGED;
  if (isOther && job.status === 'paid' && job.credits_used > 0) {
    const detail =
      'This visit is paid with hours of credit. Cancel it, which gives the hours back, and book the other package.';
    return refuse('not_correctable', { detail });
  }
  const row = await getPackage(ctx, body.packageID ?? job.package_id);
  if (row === null) return refuseField('packageID', 'This package is not on offer. Choose another.');
  const pack = toPackageReply(row);
  if (body.jobType !== undefined && body.jobType !== pack.type) {
    return refuseField('jobType', `This package is for ${pack.type}.`);
  }
  const booked = isOther ? {} : { hours: job.hours, numCleaners: job.num_cleaners };
  const size = sizeVisit(pack, { ...booked, ...definedSize(body) });
  if ('errors' in size) return refuse('invalid', { errors: size.errors });
  const asked = body.requireCleaningSupplies ?? job.require_cleaning_supplies;
  const supplies = pack.suppliesIncluded || asked;
  const { gstRegistered } = await readSettings(ctx, ['gstRegistered']);
  // The same package is paid with hours as it was when the visit was booked.
  const takesHours = isOther ? pack.takesHours : (job.price.takesHours ?? 'yes');
  const price = quoteVisit(
    { ...pack, takesHours },
    { ...size, requireCleaningSupplies: supplies },
    gstRegistered,
  );
  const list = job.reclean_of === null ? price : recleanQuote(price);
  const overLimit = whyOverPaymentLimit(list, 1);
  if (overLimit !== null) return refuse('invalid', { errors: [overLimit] });
  const promo = await promoFor(ctx, job, { list, packageId: pack.id, jobType: pack.type });
  if (isRefusal(promo)) return promo;
  const fields = {
    package_id: pack.id,
    job_type: pack.type,
    hours: size.hours,
    break_hours: size.breakHours,
    num_cleaners: size.numCleaners,
    require_cleaning_supplies: supplies,
    ...(isOther && { package_label: pack.label }),
    ...(isOther && job.label === job.package_label ? { label: pack.label } : {}),
  };
  return {
    fields,
    price: changedPrice({ price: job.price, amountToPay: job.amount_to_pay }, { list, promo }),
  };
}

function definedSize({ hours, numCleaners }: RequestedUpdate) {
  return { ...(hours === undefined ? {} : { hours }), ...(numCleaners === undefined ? {} : { numCleaners }) };
}

interface Repricing {
  readonly list: Quote;
  readonly packageId: string;
  readonly jobType: JobRow['job_type'];
}

/** Before payment the promo code is checked again; once used, it keeps its discount. */
async function promoFor(
  ctx: Context,
  job: JobRow,
  { list, packageId, jobType }: Repricing,
): Promise<QuotedPromo | null | Refusal<'invalid'>> {
  const before = promoOf(job.price);
  if (before === null || job.status === 'paid') return before;
  const query = {
    customerId: job.customer_id,
    jobType,
    packageId,
    postal: job.address_postal,
    isKept: true,
    price: listPriceOf(list),
  };
  const promo = await findPromo(ctx, { ...query, code: before.label, replaces: [job.id] });
  return isRefusal(promo) ? promo : { label: promo.code, discount: promo.discount };
}
