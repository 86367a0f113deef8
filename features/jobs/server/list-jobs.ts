import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { dollars } from '#platform/kernel/money.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { may, reachOf } from '#platform/kernel/policy.ts';
import { type Refusal, refuseField } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { CsvColumn } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords, onDays } from '#platform/server/lists/filters.ts';
import { listOf, type StreamedList } from '#platform/server/lists/streamed-list.ts';
import type { Job } from '../contract/shapes.ts';
import type { listJobs as call } from '../contract.ts';
import { findPeopleByJob, seeContact, seePrice } from '../rules/policy.ts';
import type { Stage } from '../rules/stage.ts';
import { toJobReply } from './job-reply.ts';
import { inCrew, visibleJobs } from './visible-jobs.ts';

type Query = z.output<typeof call.query>;
type Rows = ReturnType<typeof visibleJobs>;

/** Jobs by their start, the latest first. Cancelled and expired ones only when asked for. */
export function listJobs(ctx: Context, query: Query): StreamedList | Refusal<'invalid'> {
  if (reachOf(ctx.actor, seePrice) === null && isHiddenFromCleaners(query.sortby)) {
    return refuseField('sortby', 'Sort by startTime, createdAt, label, status or jobType.');
  }
  const rows = filtered(query, visibleJobs(ctx))
    .where(matchesTrashFilter(ctx, query, 'job.trashed_at'))
    .where(onDays(ctx, query, 'job.starts_at'))
    .where(searched(ctx, query));
  return listOf(query, {
    name: 'jobs',
    rows,
    sort: SORT,
    defaultOrder: 'desc',
    tieBreak: 'job.id',
    toItem: (row) => toJobReply(ctx, row),
    csv: CSV,
  });
}

const SORT = {
  startTime: ['job.starts_at'],
  createdAt: ['job.created_at'],
  label: ['job.label'],
  status: ['job.status', 'job.starts_at'],
  jobType: ['job.job_type', 'job.starts_at'],
  customer: ['customer.firstname', 'customer.lastname'],
  amountToPay: ['job.amount_to_pay'],
} as const;

/** An order tells as much as a column: a cleaner sorts by nothing that is not shown to them. */
const HIDDEN_FROM_CLEANERS: readonly Query['sortby'][] = ['amountToPay', 'customer'];

function isHiddenFromCleaners(sortby: Query['sortby']): boolean {
  return HIDDEN_FROM_CLEANERS.includes(sortby);
}

function filtered(query: Query, all: Rows): Rows {
  let rows = all;
  if (query.stage !== undefined) rows = rows.where(atStage(query.stage));
  const status = query.status ?? (query.stage === undefined ? undefined : 'paid');
  if (status === undefined) rows = rows.where('job.status', 'in', ['pending', 'paid']);
  else if (status !== '*') rows = rows.where('job.status', '=', status);
  if (query.jobType !== undefined) rows = rows.where('job.job_type', '=', query.jobType);
  if (query.seriesID !== undefined) rows = rows.where('job.series_id', '=', query.seriesID);
  if (query.customerID !== undefined) rows = rows.where('job.customer_id', '=', query.customerID);
  if (query.cleanerID !== undefined) rows = rows.where(inCrew(query.cleanerID));
  return rows;
}

/** The same as rules/visit/stage.ts, in SQL: begun with the first start, done with the last finish. */
function atStage(stage: Stage) {
  const crew = sql`select from job_crew where job_crew.job_id = job.id`;
  const begun = sql<boolean>`exists (${crew} and started_at is not null)`;
  const done = sql<boolean>`(exists (${crew}) and not exists (${crew} and finished_at is null))`;
  if (stage === 'done') return done;
  return stage === 'upcoming'
    ? sql<boolean>`(not ${begun} and not ${done})`
    : sql<boolean>`(${begun} and not ${done})`;
}

/** Free text over what the person can see in the row; only the office finds people by it. */
function searched(ctx: Context, { q }: Query) {
  const visit = ['job.label', 'package.label', 'job.address_postal'];
  if (reachOf(ctx.actor, seeContact) === null) return matchesWords(q, visit);
  if (!may(ctx.actor, findPeopleByJob)) return matchesWords(q, [...visit, 'job.address_line1']);
  const person = ['customer.firstname', 'customer.lastname', 'customer.mobile', 'job.customer_email'];
  const byWords = matchesWords(q, [...visit, 'job.address_line1', ...person]);
  const digits = q?.replace(/\D/g, '') ?? '';
  if (digits.length < 4) return byWords;
  return sql<SqlBool>`(${byWords} or customer.mobile like ${`%${digits}%`})`;
}

const CSV: readonly CsvColumn<Job>[] = [
  { heading: 'Job', value: (job) => job.id },
  { heading: 'Label', value: (job) => job.label },
  { heading: 'Type', value: (job) => job.jobType },
  { heading: 'Status', value: (job) => job.status },
  { heading: 'Stage', value: (job) => job.stage },
  { heading: 'Start', value: (job) => job.startTime },
  { heading: 'End', value: (job) => job.endTime },
  { heading: 'Customer', value: (job) => job.customer.fullname },
  { heading: 'Mobile', value: (job) => job.customer.mobile },
  { heading: 'Address', value: (job) => job.job_address_addressLine1 },
  { heading: 'Postal code', value: (job) => job.job_address_postal },
  {
    heading: 'Crew',
    value: (job) => job.cleaners.map(fullnameOf).join(', '),
  },
  { heading: 'To pay (S$)', value: (job) => dollars(job.amountToPay ?? 0) },
  { heading: 'Stars', value: (job) => job.reviewStarts },
];
