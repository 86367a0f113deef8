import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import type { ChargeWay } from '#features/catalogue/settings/rules/charge-times.ts';
import { readDatabaseTime, wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { may, ownIDFor, reachOf } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { compiledQuery } from '#platform/server/database/compiled-query.ts';
import { marksOf } from '#platform/server/records.ts';
import type { CancellationTerms, checklistLine, Job, Quote } from '../contract/shapes.ts';
import type { ChargeKind } from '../rules/charges.ts';
import { mayCleanerSeeContact } from '../rules/contact-window.ts';
import { seeContact, seeJob, seePrice, seeReclean, seeRecleanReason, seeUnpaidJob } from '../rules/policy.ts';
import { finishedAt, type Stage, stageOf, startedAt } from '../rules/stage.ts';
import { type JobStatus, UNPAID } from '../rules/status.ts';

/** A crew member in a job's row. Times as PostgreSQL formats them. */
interface CrewRow {
  readonly id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly displayName: string;
  readonly profilePhoto: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

const crewOf = sql<CrewRow[]>`(
  select coalesce(json_agg(json_build_object(
      'id', cleaner.id, 'firstname', cleaner.firstname, 'lastname', cleaner.lastname,
      'displayName', cleaner.display_name, 'profilePhoto', cleaner.profile_photo,
      'startedAt', job_crew.started_at::text, 'finishedAt', job_crew.finished_at::text
    ) order by job_crew.place), '[]')
  from job_crew join cleaner on cleaner.id = job_crew.cleaner_id
  where job_crew.job_id = job.id)`;

/** What a job costs in addition; null for nothing. Times as PostgreSQL formats them. */
interface ChargeRow {
  readonly id: string;
  readonly kind: ChargeKind;
  readonly note: string;
  readonly cents: Cents;
  readonly createdAt: string;
  readonly endedAs: 'paid' | 'waived' | null;
  readonly declines: number;
  readonly chargeAt: string | null;
}

const chargesOf = sql<ChargeRow[] | null>`(
  select json_agg(json_build_object(
      'id', charge.id, 'kind', charge.kind, 'note', charge.note, 'cents', charge.cents,
      'createdAt', charge.created_at::text, 'endedAs', charge.ended_as, 'declines', charge.declines,
      'chargeAt', case when charge.ended_at is null then charge.charge_at::text end
    ) order by charge.created_at, charge.id)
  from job_charge as charge where charge.job_id = job.id)`;

const checklistCounts = sql<{ ticked: number; items: number }>`lateral (
  select count(done_at) as ticked, count(*) as items from job_checklist_item where job_id = job.id)`;

/** A hold with a due date (pay later) never expires. */
const heldUntil = sql<string | null>`case when job_hold.due_on is null then job_hold.expires_at end`;

/** Columns whose generated types are too wide. */
interface JobColumns {
  readonly jobType: JobType;
  readonly status: JobStatus;
  readonly cleanerType: 'any' | 'preferred';
  readonly price: Quote;
  readonly policy: CancellationTerms;
}

/** Jobs with everything a reply shows: crew, customer, package, hold and checklist progress. */
export function jobRows({ db }: Pick<Context, 'db'>) {
  return db
    .selectFrom('job')
    .innerJoin('customer', 'customer.id', 'job.customerID')
    .innerJoin('package', 'package.id', 'job.packageID')
    .leftJoin('area', 'area.id', 'job.addressAreaID')
    .leftJoin('job_hold', (join) =>
      join
        .onRef('job_hold.id', '=', 'job.holdID')
        .on('job_hold.endedAt', 'is', null)
        .on('job.status', 'in', [...UNPAID]),
    )
    .crossJoin(checklistCounts.as('checklist'))
    .selectAll('job')
    .$narrowType<JobColumns>()
    .select([
      'customer.firstname as customerFirstname',
      'customer.lastname as customerLastname',
      'customer.displayName as customerDisplayName',
      'customer.mobile as customerMobile',
      'area.name as areaName',
      'package.suppliesToBePrepared as packageSuppliesToBePrepared',
      'package.suppliesToBePreparedZh as packageSuppliesToBePreparedZh',
      'job_hold.beganAt as holdBeganAt',
      'job_hold.firstExpiresAt as holdFirstExpiresAt',
      'job_hold.payingSince as holdPayingSince',
      'job_hold.dueOn as holdDueOn',
      'job_hold.charged as holdCharged',
      'job_hold.chargeDeclines as holdChargeDeclines',
      'job_hold.chargeAgainAt as holdChargeAgainAt',
      heldUntil.as('holdExpiresAt'),
      crewOf.as('crew'),
      chargesOf.as('charges'),
      'ticked',
      'items',
    ])
    .$narrowType<{ readonly holdCharged: ChargeWay | null }>();
}

export type JobRow = Awaited<ReturnType<ReturnType<typeof jobRows>['executeTakeFirstOrThrow']>>;

export function customerName(row: JobRow): string {
  return fullnameOf({
    firstname: row.customerFirstname,
    lastname: row.customerLastname,
    displayName: row.customerDisplayName,
  });
}

export async function findJobs(ctx: Context, ids: readonly string[]): Promise<JobRow[]> {
  if (ids.length === 0) return [];
  return readJobs(ctx.db, { ids });
}

const readJobs = compiledQuery(['ids'], (db, { ids }) =>
  jobRows({ db }).where(sql<boolean>`job.id = any(${ids})`).orderBy('job.startsAt').orderBy('job.id'),
);

/** The address on one line in postal format: `Blk 145 Lorong 2, #08-11, Singapore 310145`. */
export function addressLine(row: JobRow): string {
  const lines = [row.addressLine1, row.addressLine2, row.addressLine3].filter((line) => line !== '');
  return [...lines, `${row.addressCountry || 'Singapore'} ${row.addressPostal}`].join(', ');
}

/**
 * SQL condition for the jobs that the actor may see: all for the office, their own for customers, and for cleaners
 * those they are assigned to that go ahead. Other jobs are reported as not found.
 */
export function isVisible(ctx: Context, isInCrew = inCrew): RawBuilder<SqlBool> {
  const reach = reachOf(ctx.actor, seeJob);
  if (reach === 'any') return sql<SqlBool>`true`;
  const ownID = ownIDFor(ctx.actor, seeJob);
  const own = reach === 'customer' ? sql<SqlBool>`job.customer_id = ${ownID}` : isInCrew(ownID);
  const paid =
    reachOf(ctx.actor, seeUnpaidJob) === null
      ? sql`and job.status in ('confirmed', 'paid', 'cancelled')`
      : sql``;
  return sql<SqlBool>`(job.trashed_at is null and ${own} ${paid})`;
}

/** SQL condition for jobs with this cleaner in the crew. */
function inCrew(cleanerID: string | null): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from job_crew where job_crew.job_id = job.id and job_crew.cleaner_id = ${cleanerID})`;
}

/**
 * As `inCrew`, but starts from the cleaner's jobs: the planner underestimates the number of upcoming jobs and would
 * otherwise scan everyone's. Nobody has begun an upcoming visit, so a cleaner's past ones can be skipped.
 */
export function amongJobsOf(cleanerID: string | null, stage?: Stage): RawBuilder<SqlBool> {
  const ahead = stage === 'upcoming' ? sql`and started_at is null` : sql``;
  return sql<SqlBool>`job.id = any(array(select job_id from job_crew where cleaner_id = ${cleanerID} ${ahead}))`;
}

/** A job visible to the actor; other jobs are not found. */
export async function findVisibleJob(ctx: Context, id: string): Promise<JobRow | Refusal<'not_found'>> {
  const row = await jobRows(ctx).where(isVisible(ctx)).where('job.id', '=', id).executeTakeFirst();
  return row ?? refuse('not_found');
}

/** Whether a cleaner is no longer available; null for everyone but the office. */
interface CrewNeed {
  readonly lacksCrew?: boolean | null;
}

/** Formats a job for the current actor: cleaners see no prices, customers no private data of a cleaner. */
export function toJobReply(ctx: Context, row: JobRow & CrewNeed): Job {
  const whose = { customer: row.customerID };
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
  return first.seriesID === null ? reply : { ...reply, jobs: rows.map((row) => toJobReply(ctx, row)) };
}

function visitOf(row: JobRow) {
  return {
    id: row.id,
    number: row.number,
    version: row.version,
    label: row.label,
    seriesID: row.seriesID,
    packageID: row.packageID,
    package: {
      id: row.packageID,
      label: row.packageLabel,
      suppliesToBePrepared: row.packageSuppliesToBePrepared,
      suppliesToBePreparedZh: row.packageSuppliesToBePreparedZh,
    },
    customerID: row.customerID,
    customer: {
      id: row.customerID,
      fullname: customerName(row),
      mobile: row.customerMobile as string | null,
    },
    addressID: row.addressID,
    jobType: row.jobType,
    cleanerType: row.cleanerType,
    numCleaners: row.numCleaners,
    cleaners: row.crew.map(({ displayName, ...member }) => ({
      ...member,
      fullname: fullnameOf({ ...member, displayName }),
      startedAt: wireTimeOrNull(member.startedAt),
      finishedAt: wireTimeOrNull(member.finishedAt),
    })),
    startTime: wireTime(row.startsAt),
    endTime: wireTime(row.endsAt),
    hours: row.hours,
    breakHours: row.breakHours,
    requireCleaningSupplies: row.requireCleaningSupplies,
    specialRequests: row.specialRequests,
    contactDetails: row.contactDetails,
    checklistDone: row.ticked,
    checklistTotal: row.items,
  };
}

function stateOf(row: JobRow & CrewNeed) {
  return {
    status: row.status,
    stage: stageOf(row.crew),
    paid: row.paidAt !== null,
    holdExpiresAt: wireTimeOrNull(row.holdExpiresAt),
    hasChangedDate: row.hasChangedDate,
    review: row.review,
    reviewStarts: row.reviewStars,
    reviewedAt: wireTimeOrNull(row.reviewedAt),
    paidAt: wireTimeOrNull(row.paidAt),
    confirmedAt: wireTimeOrNull(row.confirmedAt),
    startedAt: wireTimeOrNull(startedAt(row.crew)),
    finishedAt: wireTimeOrNull(finishedAt(row.crew)),
    cancelledAt: wireTimeOrNull(row.cancelledAt),
    came: row.came,
    ...marksOf(row),
    ...(typeof row.lacksCrew === 'boolean' && { lacksCrew: row.lacksCrew }),
  };
}

function priceOf(row: JobRow) {
  return {
    price: row.price,
    policy: row.policy,
    amountToPay: row.amountToPay,
    creditsUsed: row.creditsUsed,
    dueOn: row.holdDueOn,
    charge: chargeOf(row),
    charges: (row.charges ?? []).map(({ createdAt, chargeAt, ...charge }) => ({
      ...charge,
      createdAt: wireTime(createdAt),
      chargeAt: wireTimeOrNull(chargeAt),
    })),
    job_customer_email: row.customerEmail,
  };
}

export function chargeOf({ holdCharged, holdChargeDeclines, holdChargeAgainAt }: JobRow) {
  if (holdCharged === null) return null;
  const declines = holdChargeDeclines ?? 0;
  return { when: holdCharged, declines, againAt: wireTimeOrNull(holdChargeAgainAt) };
}

function recleanOf({ actor }: Context, row: JobRow) {
  return {
    ...(may(actor, seeReclean) && { recleanOf: row.recleanOf }),
    ...(row.recleanOf !== null &&
      may(actor, seeRecleanReason, { crew: row.crew.map(({ id }) => id) }) && {
        recleanReason: row.recleanReason,
      }),
  };
}

/** The home at the time of booking. */
function placeOf(row: JobRow) {
  return {
    job_address_type: row.addressType,
    job_address_addressLine1: row.addressLine1,
    job_address_addressLine2: row.addressLine2,
    job_address_addressLine3: row.addressLine3,
    job_address_country: row.addressCountry,
    job_address_postal: row.addressPostal,
    job_address_latitude: row.addressLatitude,
    job_address_longitude: row.addressLongitude,
    job_address_hasPets: row.addressHasPets,
    job_address_languagePreference: row.addressLanguagePreference,
    job_address_genderPreference: row.addressGenderPreference,
    job_address_areaID: row.addressAreaID,
    area: row.areaName,
    contactShown: true,
  };
}

function crewPositions({ crew }: JobRow) {
  const at = (position: number) => crew[position - 1]?.id ?? null;
  return { cleaner1ID: at(1), cleaner2ID: at(2), cleaner3ID: at(3), cleaner4ID: at(4), cleaner5ID: at(5) };
}

/** Outside the contact window a cleaner sees the postal code, to plan the route, but neither address nor phone. */
function withoutContact(shown: Job, row: JobRow, now: Temporal.Instant): Job {
  const visit = { start: readDatabaseTime(row.startsAt), end: readDatabaseTime(row.endsAt) };
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

type Line = z.output<typeof checklistLine>;

/** SQL expression for a job's frozen checklist, in order. Times as PostgreSQL formats them. */
export const CHECKLIST = sql<readonly Line[]>`(
  select coalesce(json_agg(json_build_object(
      'id', item_id, 'english', english, 'chinese', chinese, 'category', category, 'position', position,
      'done', done_at is not null, 'doneBy', done_by, 'doneAt', done_at::text
    ) order by position, item_id), '[]')
  from job_checklist_item where job_checklist_item.job_id = job.id)`;

export function toChecklist(rows: readonly Line[]): Line[] {
  return rows.map((row) => ({ ...row, doneAt: wireTimeOrNull(row.doneAt) }));
}

export async function checklistOf(ctx: Context, jobID: string): Promise<Line[]> {
  const job = await ctx.db
    .selectFrom('job')
    .select(CHECKLIST.as('checklist'))
    .where('id', '=', jobID)
    .executeTakeFirst();
  return toChecklist(job?.checklist ?? []);
}
