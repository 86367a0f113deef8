import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely';
import type { z } from 'zod';
import type { DB as Tables } from '#database/generated.ts';
import { adminNames } from '#features/people/accounts/server/index.ts';
import { CUSTOMER_BY_NAME, customerOf } from '#features/people/customers/server/index.ts';
import { readDatabaseTime, wireTime } from '#platform/kernel/business-time.ts';
import { dollars } from '#platform/kernel/money.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { may, reachOf } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuseField } from '#platform/kernel/refusal.ts';
import type { Context, ContextOf } from '#platform/server/context.ts';
import type { DB } from '#platform/server/database/database.ts';
import { type CsvColumn, csvMobile, csvTime } from '#platform/server/lists/csv.ts';
import {
  matchesTrashFilter,
  matchesWords,
  matchesWordsOrOwner,
  onDays,
} from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import { keptSince } from '#platform/server/retention.ts';
import type { HistoryEntry, listHistory as listHistoryCall } from '../contract/history.ts';
import type { Job } from '../contract/shapes.ts';
import type { listJobs as call, JobTotals, totalJobs as totalJobsCall } from '../contract.ts';
import { changesOf, cleanersIn, type Kept, overridesOf } from '../rules/history-changes.ts';
import { jobNumberIn } from '../rules/job-number.ts';
import { findPeopleByJob, seeContact, seeJob, seePrice, seeUnpaidJob } from '../rules/policy.ts';
import { GOING_AHEAD, JOB_STATUSES, type JobStatus, UNPAID } from '../rules/status.ts';
import { needsAttention } from './attention.ts';
import { lacksCrewForOffice } from './crew.ts';
import {
  amongJobsOf,
  customerName,
  findVisibleJob,
  isVisible,
  type JobRow,
  jobRows,
  toJobReply,
} from './job-rows.ts';

type Query = z.output<typeof call.query>;

/** Lists jobs by start, latest first. Cancelled and expired jobs are excluded unless requested. */
export function listJobs(ctx: Context, query: Query): ListOutcome {
  if (reachOf(ctx.actor, seePrice) === null && isHiddenFromCleaners(query.sortby)) {
    return refuseField(
      'sortby',
      'Sort by startTime, createdAt, label, status, jobType, postal, crew or package.',
    );
  }
  const isFile = query.download === '1';
  return listOf(ctx, query, {
    name: 'jobs',
    rows: jobRows(ctx).select([
      lacksCrewForOffice(ctx).as('lacksCrew'),
      (isFile ? paidByOf : sql<null>`null`).as('paidBy'),
    ]),
    found: filteredJobs(ctx, query),
    countsWithPage: query.cleanerID !== undefined || reachOf(ctx.actor, seeJob) === 'crew',
    key: 'job.id',
    sort: SORT,
    sortJoins: { customer: (found) => found.innerJoin('customer', 'customer.id', 'job.customerID') },
    defaultOrder: 'desc',
    toItem: (row): JobLine => ({
      ...toJobReply(ctx, row),
      ...(isFile && { paidBy: row.paidBy }),
    }),
    csv: CSV,
  });
}

type Filters = z.output<typeof totalJobsCall.query>;

/** The jobs that a list shows. */
function filteredJobs(ctx: Context, query: Filters) {
  return ctx.db
    .selectFrom('job')
    .where(isVisible(ctx, (cleanerID) => amongJobsOf(cleanerID, query.stage)))
    .where(matchesTrashFilter(ctx, query, 'job.trashedAt'))
    .where(onDays(ctx, query, 'job.startsAt'))
    .where(filtered(ctx, query))
    .where(needsAttention(ctx, query.needs))
    .where(searched(ctx, query));
}

const SORT = {
  startTime: ['job.startsAt'],
  createdAt: ['job.createdAt'],
  label: ['job.label'],
  status: ['job.status', 'job.startsAt'],
  stage: ['job.stage', 'job.status', 'job.startsAt'],
  jobType: ['job.jobType', 'job.startsAt'],
  customer: [...CUSTOMER_BY_NAME, 'job.startsAt'],
  postal: ['job.addressPostal', 'job.startsAt'],
  crew: ['job.crewName', 'job.startsAt'],
  address: ['job.addressLine1'],
  package: ['job.packageLabel', 'job.startsAt'],
  amountToPay: ['job.amountToPay'],
} as const;

/** Sorting reveals a column's values, so cleaners cannot sort by hidden columns. */
const HIDDEN_FROM_CLEANERS: readonly Query['sortby'][] = ['amountToPay', 'customer', 'address', 'stage'];

function isHiddenFromCleaners(sortby: Query['sortby']): boolean {
  return HIDDEN_FROM_CLEANERS.includes(sortby);
}

function filtered(ctx: Context, query: Filters) {
  // For a cleaner, `paid` means that the visit goes ahead: whether payment is outstanding is hidden from them.
  const isForCleaner = reachOf(ctx.actor, seeUnpaidJob) === null;
  return (job: ExpressionBuilder<DB, 'job'>) => {
    const kept: Expression<SqlBool>[] = [];
    const isOfAgreed = query.stage !== undefined || query.needs !== undefined;
    const status = query.status ?? (isOfAgreed ? 'going-ahead' : undefined);
    // A trashed job is listed whatever became of it: its hold, for example, has ended.
    if (status === undefined)
      kept.push(
        query.trash === '0'
          ? job('job.status', 'in', ['pending', ...GOING_AHEAD])
          : job.or([
              job('job.status', 'in', ['pending', ...GOING_AHEAD]),
              job('job.trashedAt', 'is not', null),
            ]),
      );
    else if (status === 'going-ahead' || (status === 'paid' && isForCleaner))
      kept.push(job('job.status', 'in', [...GOING_AHEAD]));
    else if (status === 'unpaid') kept.push(job.or([job('job.status', 'in', [...UNPAID]), owesCharges]));
    else if (status !== '*') kept.push(job('job.status', '=', status));
    if (query.stage !== undefined) kept.push(job('job.stage', '=', query.stage));
    if (query.jobType !== undefined) kept.push(job('job.jobType', '=', query.jobType));
    if (query.source !== undefined) kept.push(job('job.source', '=', query.source));
    if (query.weekday !== undefined) kept.push(startsOn(ctx, 'isodow', query.weekday));
    if (query.hour !== undefined) kept.push(startsOn(ctx, 'hour', query.hour));
    if (query.seriesID !== undefined) kept.push(job('job.seriesID', '=', query.seriesID));
    if (query.cancelled_from !== undefined || query.cancelled_to !== undefined)
      kept.push(wasCancelled(ctx, query));
    if (query.recleanOf !== undefined) kept.push(job('job.recleanOf', '=', query.recleanOf));
    if (query.addressID !== undefined) kept.push(job('job.addressID', '=', query.addressID));
    if (query.customerID !== undefined) kept.push(job('job.customerID', '=', query.customerID));
    if (query.regionID !== undefined) kept.push(isInRegion(query.regionID));
    if (query.cleanerID !== undefined) kept.push(amongJobsOf(query.cleanerID, query.stage));
    return job.and(kept);
  };
}

/** It is paid or cancelled, and owes something besides its price. An array, as for regions. */
const owesCharges = sql<SqlBool>`job.id = any(array(select job_id from job_charge where ended_at is null))`;

/** It was cancelled on one of these days. */
function wasCancelled(ctx: Context, { cancelled_from, cancelled_to }: Filters): RawBuilder<SqlBool> {
  const days = { from_date: cancelled_from, to_date: cancelled_to };
  return sql<SqlBool>`exists (select from job_cancellation as cancelled
    where cancelled.job_id = job.id and ${onDays(ctx, days, 'cancelled.createdAt')})`;
}

/** The start in business time: its weekday (1 is Monday) or hour. */
function startsOn({ config }: Context, part: 'isodow' | 'hour', value: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`extract(${sql.raw(part)} from job.starts_at at time zone ${sql.lit(config.BUSINESS_TZ)}) = ${value}`;
}

/** An array, so that PostgreSQL compares each job with the region's few areas instead of joining. */
function isInRegion(regionID: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`job.address_area_id = any(array(select id from area where region_id = ${regionID}))`;
}

/** The same expressions as in the index `job_words`. */
const VISIT_WORDS = ['job.label', 'job.addressPostal', 'job.addressLine1'];

/** By number, or by the words of the columns visible to the actor; only the office can search for people. */
function searched(ctx: Context, { q }: Filters): RawBuilder<SqlBool> {
  const number = jobNumberIn(q);
  const words = matchesVisibleWords(ctx, q);
  return number === null ? words : sql<SqlBool>`(job.number = ${number} or ${words})`;
}

function matchesVisibleWords(ctx: Context, q: string | undefined): RawBuilder<SqlBool> {
  if (reachOf(ctx.actor, seeContact) === null) return matchesWords(q, ['job.label', 'job.addressPostal']);
  if (!may(ctx.actor, findPeopleByJob)) return matchesWords(q, VISIT_WORDS);
  const customer = customerOf('job.customerID');
  return matchesWordsOrOwner(q, VISIT_WORDS, customer);
}

/** A job in a CSV file. */
type JobLine = Job & { readonly paidBy?: string | null };

const CSV: readonly CsvColumn<JobLine>[] = [
  { heading: 'Number', value: (job) => job.number },
  { heading: 'Id', value: (job) => job.id },
  { heading: 'Series', value: (job) => job.seriesID },
  { heading: 'Label', value: (job) => job.label },
  { heading: 'Type', value: (job) => job.jobType },
  { heading: 'Status', value: (job) => job.status },
  { heading: 'Stage', value: (job) => job.stage },
  { heading: 'Start', value: (job) => csvTime(job.startTime) },
  { heading: 'End', value: (job) => csvTime(job.endTime) },
  { heading: 'Hours', value: (job) => job.hours },
  { heading: 'Crew size', value: (job) => job.numCleaners },
  { heading: 'Customer', value: (job) => job.customer.fullname },
  { heading: 'Mobile', value: (job) => csvMobile(job.customer.mobile) },
  { heading: 'E-mail', value: (job) => job.job_customer_email },
  { heading: 'Address', value: (job) => job.job_address_addressLine1 },
  { heading: 'Unit', value: (job) => job.job_address_addressLine2 },
  { heading: 'Postal code', value: (job) => job.job_address_postal },
  { heading: 'Area', value: (job) => job.area },
  {
    heading: 'Crew',
    value: (job) => job.cleaners.map(({ fullname }) => fullname).join(', '),
  },
  { heading: 'To pay (S$)', value: (job) => dollars(job.amountToPay ?? 0) },
  { heading: 'Credits used (hours)', value: (job) => job.creditsUsed },
  { heading: 'Paid by', value: (job) => job.paidBy },
  { heading: 'Stars', value: (job) => job.reviewStarts },
];

/** How the money for the job came: `card`, `cash, paynow`; null if none did. */
const paidByOf = sql<string | null>`(
  select string_agg(distinct paid.method, ', ')
  from payment_allocation as part join money_transaction as paid on paid.id = part.transaction_id
  where part.job_id = job.id and paid.type <> 'refund')`;

/** What the filtered jobs add up to, by status. */
export async function totalJobs(
  ctx: Context,
  query: z.output<typeof totalJobsCall.query>,
): Promise<JobTotals> {
  const rows = await filteredJobs(ctx, query)
    .select([
      'job.status',
      sql<number>`count(*)`.as('count'),
      sql<number>`sum(job.hours * job.num_cleaners)`.as('hours'),
      sql<number>`sum(job.amount_to_pay)`.as('amount'),
    ])
    .groupBy('job.status')
    .execute();
  const byStatus = rows.map((row) => ({ ...row, status: row.status as JobStatus }));
  return {
    byStatus: byStatus.sort((a, b) => JOB_STATUSES.indexOf(a.status) - JOB_STATUSES.indexOf(b.status)),
  };
}

type Reply = z.output<typeof listHistoryCall.reply>;
type Entry = Selectable<Tables['audit_entry']>;

/** A limit beyond what anyone reads. */
const MAX_ENTRIES = 500;

/** The audit entries of a job, latest first. */
export async function listHistory(
  ctx: ContextOf<'admin'>,
  jobID: string,
): Promise<Reply | Refusal<'not_found'>> {
  const job = await findVisibleJob(ctx, jobID);
  if (isRefusal(job)) return job;
  const entries = await ctx.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('subjectKind', '=', 'job')
    .where('subjectID', '=', jobID)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute();
  const names = await namesOf(ctx, job, entries);
  const items = entries.map((entry) => itemOf(entry, names));
  const isWritten = entries.some((entry) => entry.action === 'job.created');
  // The entry of an older job may have been deleted: who booked it is unknown.
  const isComplete =
    Temporal.Instant.compare(readDatabaseTime(job.createdAt), keptSince(ctx.clock.now())) >= 0;
  return { items: isWritten || !isComplete ? items : [...items, bookedBy(job)] };
}

/** A customer's own booking has no audit entry; the job itself records when it was made. */
function bookedBy(job: JobRow): HistoryEntry {
  const who = { kind: 'customer' as const, name: customerName(job) };
  return {
    id: job.id,
    at: wireTime(job.createdAt),
    who,
    action: 'job.created',
    reason: '',
    overridden: [],
    changes: [],
  };
}

function itemOf(entry: Entry, names: ReadonlyMap<string, string>): HistoryEntry {
  const nameOf = (id: string) => names.get(id) ?? '';
  const kind = entry.actorRole as HistoryEntry['who']['kind'];
  return {
    id: entry.id,
    at: wireTime(entry.at),
    who: { kind, name: nameOf(entry.actorID ?? '') },
    action: entry.action,
    reason: entry.reason ?? '',
    overridden: overridesOf(entry.after as Kept, { nameOf }),
    changes: changesOf(entry.before as Kept, entry.after as Kept, { nameOf, timeOf: wireTime }),
  };
}

/** Names by id: the actors, and the cleaners in the entries. */
export async function namesOf(
  ctx: Context,
  job: JobRow,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, string>> {
  const about = entries.flatMap((entry) => [
    ...cleanersIn(entry.before as Kept),
    ...cleanersIn(entry.after as Kept),
  ]);
  const ids = [...new Set([...about, ...entries.flatMap((entry) => entry.actorID ?? [])])];
  const names = new Map([[job.customerID, customerName(job)]]);
  if (ids.length === 0) return names;
  const cleaners = await ctx.db
    .selectFrom('cleaner')
    .select(['id', 'firstname', 'lastname', 'displayName'])
    .where('id', 'in', ids)
    .execute();
  for (const cleaner of cleaners) names.set(cleaner.id, fullnameOf(cleaner));
  for (const [id, name] of await adminNames(ctx, ids)) names.set(id, name);
  return names;
}
