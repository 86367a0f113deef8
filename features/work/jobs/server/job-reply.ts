import { readDatabaseTime, wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { may } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import { marksOf } from '#platform/server/records.ts';
import type { Job } from '../contract/shapes.ts';
import { mayCleanerSeeContact } from '../rules/contact-window.ts';
import { seeContact, seePrice, seeReclean, seeRecleanReason } from '../rules/policy.ts';
import { finishedAt, stageOf, startedAt } from '../rules/stage.ts';
import { customerName, JOB_HOME, type JobRow } from './job-rows.ts';

/** Whether a cleaner is no longer available; null for everyone but the office. */
interface CrewNeed {
  readonly lacks_crew?: boolean | null;
}

/** Formats a job for the current actor: cleaners see no prices, customers no private data of a cleaner. */
export function toJobReply(ctx: Context, row: JobRow & CrewNeed): Job {
  const whose = { customer: row.customer_id };
  const price = may(ctx.actor, seePrice, whose) ? priceOf(row) : undefined;
  const shown = {
    ...visitOf(row),
    ...stateOf(row),
    ...placeOf(row),
    ...crewPositions(row),
    ...price,
    ...recleanOf(ctx, row),
  };
  return may(ctx.actor, seeContact, whose) ? shown : withoutContact(shown, row, ctx.clock.now());
}

/** The jobs of one booking: the first, and all of them if it is a series. */
export function toBookingReply(ctx: Context, rows: readonly JobRow[]): Job {
  const [first] = rows;
  if (first === undefined) throw new Error('A booking must have at least one job');
  const reply = toJobReply(ctx, first);
  return first.series_id === null ? reply : { ...reply, jobs: rows.map((row) => toJobReply(ctx, row)) };
}

function visitOf(row: JobRow) {
  return {
    id: row.id,
    number: row.number,
    version: row.version,
    label: row.label,
    seriesID: row.series_id,
    packageID: row.package_id,
    package: {
      id: row.package_id,
      label: row.package_label,
      suppliesToBePrepared: row.package_supplies_to_be_prepared,
      suppliesToBePreparedZh: row.package_supplies_to_be_prepared_zh,
    },
    customerID: row.customer_id,
    customer: {
      id: row.customer_id,
      fullname: customerName(row),
      mobile: row.customer_mobile as string | null,
    },
    addressID: row.address_id,
    jobType: row.job_type,
    cleanerType: row.cleaner_type,
    numCleaners: row.num_cleaners,
    cleaners: row.crew.map(({ displayName, ...member }) => ({
      ...member,
      fullname: fullnameOf({ ...member, displayName }),
      startedAt: wireTimeOrNull(member.startedAt),
      finishedAt: wireTimeOrNull(member.finishedAt),
    })),
    startTime: wireTime(row.starts_at),
    endTime: wireTime(row.ends_at),
    hours: row.hours,
    breakHours: row.break_hours,
    requireCleaningSupplies: row.require_cleaning_supplies,
    specialRequests: row.special_requests,
    contactDetails: row.contact_details,
    checklistDone: row.ticked,
    checklistTotal: row.items,
  };
}

function stateOf(row: JobRow & CrewNeed) {
  return {
    status: row.status,
    stage: stageOf(row.crew),
    paid: row.paid_at !== null,
    holdExpiresAt: wireTimeOrNull(row.hold_expires_at),
    hasChangedDate: row.has_changed_date,
    review: row.review,
    reviewStarts: row.review_stars,
    reviewedAt: wireTimeOrNull(row.reviewed_at),
    paidAt: wireTimeOrNull(row.paid_at),
    confirmedAt: wireTimeOrNull(row.confirmed_at),
    startedAt: wireTimeOrNull(startedAt(row.crew)),
    finishedAt: wireTimeOrNull(finishedAt(row.crew)),
    cancelledAt: wireTimeOrNull(row.cancelled_at),
    came: row.came,
    ...marksOf(row),
    ...(typeof row.lacks_crew === 'boolean' && { lacksCrew: row.lacks_crew }),
  };
}

function priceOf(row: JobRow) {
  return {
    price: row.price,
    policy: row.policy,
    amountToPay: row.amount_to_pay,
    creditsUsed: row.credits_used,
    dueOn: row.hold_due_on,
    job_customer_email: row.customer_email,
  };
}

function recleanOf({ actor }: Context, row: JobRow) {
  return {
    ...(may(actor, seeReclean) && { recleanOf: row.reclean_of }),
    ...(row.reclean_of !== null &&
      may(actor, seeRecleanReason, { crew: row.crew.map(({ id }) => id) }) && {
        recleanReason: row.reclean_reason,
      }),
  };
}

const homeOf = JOB_HOME.toWireBehind('job_address_');

function placeOf(row: JobRow) {
  return { ...homeOf(row), area: row.area_name, contactShown: true };
}

function crewPositions({ crew }: JobRow) {
  const at = (position: number) => crew[position - 1]?.id ?? null;
  return { cleaner1ID: at(1), cleaner2ID: at(2), cleaner3ID: at(3), cleaner4ID: at(4), cleaner5ID: at(5) };
}

/** Outside the contact window a cleaner sees the postal code, to plan the route, but neither address nor phone. */
function withoutContact(shown: Job, row: JobRow, now: Temporal.Instant): Job {
  const visit = { start: readDatabaseTime(row.starts_at), end: readDatabaseTime(row.ends_at) };
  if (mayCleanerSeeContact(visit, now)) return shown;
  return {
    ...shown,
    customer: { ...shown.customer, mobile: null },
    contactDetails: '',
    job_address_addressLine1: '',
    job_address_addressLine2: '',
    job_address_addressLine3: '',
    job_address_latitude: null,
    job_address_longitude: null,
    contactShown: false,
  };
}
